import { canUsePasskeys, showPasskey } from './browser/webauthn.ts'

/** Shows the form for a passkey (plugin/pages/code-page.ts) where the browser knows them; `options` is the server's question. */
export function offerPasskey(document: Document, options: string): void {
  const element = document.getElementById('passkey')
  const form = element?.querySelector('form')
  const field = form?.elements.namedItem('_passkey')
  const note = element?.querySelector<HTMLElement>('.plain-error')
  if (!canUsePasskeys() || !element || !form || !note || !(field instanceof HTMLInputElement))
    return
  element.hidden = false

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy !== 'true') void submit(form, field, note)
  })

  async function submit(form: HTMLFormElement, field: HTMLInputElement, note: HTMLElement) {
    form.ariaBusy = 'true'
    note.hidden = true
    try {
      field.value = await showPasskey(options)
      form.submit()
    } catch {
      // Whatever it is, the user did not want to, could not, or took too long: all they can do is try again.
      note.hidden = false
    } finally {
      form.ariaBusy = 'false'
    }
  }
}

import { canUsePasskeys, showPasskey } from './browser/webauthn.ts'

/** Shows the form for a passkey (plugin/pages/code-page.ts) where the browser knows them; `options` is the server's question. */
export function offerPasskey(document: Document, options: string): void {
  const place = document.getElementById('passkey')
  const form = place?.querySelector('form')
  const field = form?.elements.namedItem('_passkey')
  const note = place?.querySelector<HTMLElement>('.plain-error')
  if (!canUsePasskeys() || !place || !form || !note || !(field instanceof HTMLInputElement)) return
  place.hidden = false

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
      // Whatever it is, the person did not want to, could not, or took too long: all they can do is try again.
      note.hidden = false
    } finally {
      form.ariaBusy = 'false'
    }
  }
}

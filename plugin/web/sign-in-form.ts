import type { MailPageEnv, SignInError } from '../wire/native/types.ts'
import type { Catalogue } from './texts/first-texts.ts'
import type { Texts } from './state/page/texts.ts'
import { firstResultsOfHtml, type FirstResults } from './wire/http/first-results.ts'
import { pageEnvOfHtml } from './wire/page-env.ts'

interface SignInFormOptions {
  readonly window: Window & typeof globalThis
  readonly texts: Promise<Texts>
  /** Shows the mail page in the place of this one. */
  readonly open: (env: MailPageEnv, first: FirstResults) => void
}

/** Mail servers hold back their responses after wrong passwords. */
const SLOW_MS = 4_000

/**
 * Lets the sign-in form continue to the mail without leaving the page, which is loaded already. Whatever does
 * not go as usual is left to the browser, which posts the form as it would without a script.
 */
export function followSignInForm({ window, texts, open }: SignInFormOptions): void {
  const { document, history, location } = window
  const form = document.querySelector('form')
  if (form === null) return
  keepLocation(form, location)
  fillIn(form, '_timezone', Intl.DateTimeFormat().resolvedOptions().timeZone)

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy !== 'true') void submit(form)
  })

  async function submit(form: HTMLFormElement): Promise<void> {
    form.ariaBusy = 'true'
    const slow = setTimeout(() => noteWait(true), SLOW_MS)
    const page = await post(form).catch(() => undefined)
    clearTimeout(slow)
    noteWait(false)
    const env = page === undefined ? undefined : pageEnvOfHtml(page.html)
    if (page === undefined || env === undefined) {
      form.submit()
    } else if (env.task === 'mail') {
      history.replaceState(history.state, '', page.url + location.hash)
      open(env, firstResultsOfHtml(page.html))
    } else if (env.step === 'code') {
      // The server has noted that the password was right: at this address it requests the rest.
      location.reload()
    } else {
      form.ariaBusy = 'false'
      fillIn(form, '_token', env.request_token)
      refuse(form, env.error, (await texts).kept)
    }
  }

  async function post(form: HTMLFormElement): Promise<{ html: string; url: string }> {
    const fields = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    const response = await window.fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams([...fields, ['_answer', 'page']]),
      headers: { Accept: 'text/html' },
      credentials: 'same-origin',
      cache: 'no-store',
    })
    return { html: await response.text(), url: response.url }
  }

  function noteWait(isShown: boolean): void {
    const note = document.getElementById('sign-in-wait')
    if (note !== null) note.textContent = isShown ? (note.dataset['text'] ?? '') : null
  }

  function refuse(form: HTMLFormElement, error: SignInError | null, text: Catalogue): void {
    const { message, requestId } = error ?? { message: text.signInRefused, requestId: null }
    const note = document.getElementById('sign-in-error') ?? document.createElement('p')
    note.id = 'sign-in-error'
    note.className = 'plain-error'
    note.role = 'alert'
    note.replaceChildren(
      message,
      ...(requestId === null ? [] : [' ', referenceNote(text.reference({ requestId }))]),
    )
    form.before(note)
    for (const field of form.querySelectorAll('input:not([type=hidden])')) {
      field.setAttribute('aria-invalid', 'true')
      field.setAttribute('aria-describedby', note.id)
    }
    const password = fillIn(form, '_pass', '')
    password?.focus()
  }

  /** As plugin/pages/login-page.ts writes it. */
  function referenceNote(texts: string): HTMLElement {
    const note = document.createElement('small')
    note.className = 'reference'
    note.textContent = texts
    return note
  }
}

/** A redirect continues with the fragment of the address it answers (RFC 9110 10.2.2): the place in the page. */
export function keepLocation(form: HTMLFormElement, { hash }: Location): void {
  form.action += hash
}

function fillIn(form: HTMLFormElement, name: string, value: string): HTMLInputElement | undefined {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return undefined
  field.value = value
  return field
}

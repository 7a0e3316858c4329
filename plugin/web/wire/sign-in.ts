import type { PageEnv } from '../../wire/native/types.ts'
import { pageEnvOfHtml } from './page-env.ts'
import { unreachable } from './http/problem.ts'
import { languageHeader, type ReaderWords } from './http/reader.ts'

/** Takes up a session again without leaving the page. Both throw Problem when no response comes. */
export interface SignIn {
  /** Which page the server would show now, without a form that works; undefined when the panel refuses. */
  look(signal: AbortSignal): Promise<PageEnv | undefined>
  /** The page with a form to be posted, for which a session starts. */
  page(signal: AbortSignal): Promise<PageEnv | undefined>
  /** Posts the sign-in form; the response is the page that follows. */
  submit(form: SignInForm, signal: AbortSignal): Promise<PageEnv | undefined>
  /** Posts the form that requests a code after the password. */
  submitCode(token: string, code: string, signal: AbortSignal): Promise<PageEnv | undefined>
}

interface SignInForm {
  readonly token: string
  readonly user: string
  readonly password: string
}

/** Builds the sign-in of the session layer. It uses the same form as the sign-in page. */
export function createSignIn(send: typeof fetch, texts?: ReaderWords): SignIn {
  const envAt = pageReader(send, texts)
  return {
    look: (signal) => envAt('?_task=mail&_look=1', { signal }),
    page: (signal) => envAt('?_task=mail', { signal }),
    submitCode: (token, code, signal) =>
      envAt('?_task=login&_action=login', {
        method: 'POST',
        signal,
        body: new URLSearchParams({ _token: token, _code: code }),
      }),
    submit: ({ token, user, password }, signal) =>
      envAt('?_task=login&_action=login', {
        method: 'POST',
        signal,
        body: new URLSearchParams({
          _token: token,
          _task: 'login',
          _action: 'login',
          _timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          _url: '',
          _user: user,
          _pass: password,
        }),
      }),
  }
}

type PageReader = (
  url: string,
  request: RequestInit & { readonly signal: AbortSignal },
) => Promise<PageEnv | undefined>

function pageReader(send: typeof fetch, texts: ReaderWords | undefined): PageReader {
  return async (url, request) => {
    try {
      const response = await send(url, {
        ...request,
        headers: { Accept: 'text/html', ...languageHeader(texts) },
        credentials: 'same-origin',
        cache: 'no-store',
      })
      return pageEnvOfHtml(await response.text())
    } catch (error) {
      request.signal.throwIfAborted()
      throw unreachable(error, texts)
    }
  }
}

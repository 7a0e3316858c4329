/** A page as a browser has it after all redirects. */
export interface Page {
  readonly url: URL
  readonly status: number
  readonly text: string
}

/** As much of a browser as a walk manually needs: a cookie jar, redirects and forms. */
export interface Browser {
  open(address: string | URL, headers?: Readonly<Record<string, string>>): Promise<Page>
  submit(
    address: string | URL,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Page>
}

const maxRedirects = 10

/** A browser without a past. */
export function createBrowser(): Browser {
  const cookies = new Map<string, string>()

  const send = async (address: URL, init: RequestInit, redirects: number): Promise<Page> => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) keep(cookie)
    const location = response.headers.get('location')
    if (location === null)
      return { url: address, status: response.status, text: await response.text() }
    if (redirects === maxRedirects) throw new Error(`too many redirects at ${address.href}`)
    // 307 and 308 keep method and body, everything else becomes a GET (RFC 9110 15.4).
    const next = response.status === 307 || response.status === 308 ? init : {}
    return send(new URL(location, address), next, redirects + 1)
  }

  const keep = (cookie: string): void => {
    const [pair = ''] = cookie.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }

  return {
    open: (address, headers = {}) => send(new URL(address), { headers }, 0),
    submit: (address, fields, headers = {}) =>
      send(new URL(address), { method: 'POST', body: new URLSearchParams(fields), headers }, 0),
  }
}

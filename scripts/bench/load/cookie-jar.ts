/** The cookies of one user. */
export interface CookieJar {
  /** Takes the Set-Cookie lines of an answer. */
  keep(lines: readonly string[]): void
  header(): string
}

/** An empty jar; a cookie that is emptied or expires at once is dropped. */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>()
  let header = ''
  return {
    keep(lines) {
      for (const line of lines) keepLine(cookies, line)
      header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    header: () => header,
  }
}

function keepLine(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const equals = pair.indexOf('=')
  const name = pair.slice(0, equals).trim()
  const value = pair.slice(equals + 1).trim()
  const isGone =
    ['', 'deleted', '-del-'].includes(value) ||
    attributes.some((attribute) => /^\s*(max-age=0|expires=Thu, 01.Jan.1970)/i.test(attribute))
  if (isGone) cookies.delete(name)
  else cookies.set(name, value)
}

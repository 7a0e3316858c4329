import type { LoginPageEnv, MailPageEnv, PageEnv } from '../../wire/native/types.ts'

/** The state block of a page fetched as text, or undefined when the page is not one of ours. */
export function pageEnvOfHtml(html: string): PageEnv | undefined {
  const block = contentOfBlock(html, 'postern-env')
  return block === undefined ? undefined : parsePageEnv(block)
}

/** The text of one of our data blocks in a page fetched as text; undefined when it has none. */
export function contentOfBlock(html: string, id: string): string | undefined {
  const opening = `<script type="application/json" id="${id}">`
  const start = html.indexOf(opening)
  if (start < 0) return undefined
  return html.slice(start + opening.length, html.indexOf('</script>', start))
}

/** The state of a page; undefined when it is not a state block of ours. */
export function parsePageEnv(json: string): PageEnv | undefined {
  const value = parseJson(json)
  if (isMailEnv(value) || isLoginEnv(value)) return value
  return undefined
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Not our block: the caller treats the page as a stranger's.
    return undefined
  }
}

function isLoginEnv(value: unknown): value is LoginPageEnv {
  return isRecord(value) && value['task'] === 'login' && hasStrings(value, ['request_token'])
}

function isMailEnv(value: unknown): value is MailPageEnv {
  return (
    isRecord(value) &&
    value['task'] === 'mail' &&
    hasStrings(value, ['request_token', 'productName', 'user', 'delimiter']) &&
    [
      'pageSize',
      'refreshSeconds',
      'readAfterSeconds',
      'readAheadMessages',
      'readAheadBytes',
      'maxMessageBytes',
    ].every((key) => typeof value[key] === 'number')
  )
}

function hasStrings(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === 'string')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

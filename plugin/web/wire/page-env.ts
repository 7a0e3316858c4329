import type { LoginPageEnv, MailPageEnv, PageEnv } from '../../wire/native-types.ts'

const blockStart = '<script type="application/json" id="postern-env">'

/** The state block of a page fetched as text, or undefined when the page is not one of ours. */
export function pageEnvOfHtml(html: string): PageEnv | undefined {
  const start = html.indexOf(blockStart)
  if (start < 0) return undefined
  const end = html.indexOf('</script>', start)
  return parsePageEnv(html.slice(start + blockStart.length, end))
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
    ['pageSize', 'refreshSeconds', 'maxMessageBytes'].every((key) => typeof value[key] === 'number')
  )
}

function hasStrings(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === 'string')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

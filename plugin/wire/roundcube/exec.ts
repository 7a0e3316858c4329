/**
 * The Ajax envelope of Roundcube's front end (plugin/docs/protocol.md): one JSON object whose `exec` is
 * script lines `this.<name>(<json>,...);`. Lines are kept in the form they take inside that JSON string,
 * so that a list answer is little more than joining cached lines.
 */
export function envelope({
  action,
  unlock,
  env,
  exec,
}: {
  readonly action: string
  readonly unlock: string | undefined
  readonly env?: Readonly<Record<string, unknown>>
  /** Lines made by `execLine`, joined. */
  readonly exec: string
}): string {
  const unlocking = unlock !== undefined && UNLOCK.test(unlock) ? `"unlock":${json(unlock)},` : ''
  const environment = env === undefined ? '' : `"env":${json(env)},`
  return `{"action":${json(action)},${unlocking}${environment}"exec":"${exec}"}`
}

/** Roundcube's own are a word and a millisecond timestamp, e.g. `loading1795231907265`; `0` asks for none. */
const UNLOCK = /^[A-Za-z]+[0-9]{1,20}$/

/** One call on the front end's object, ready to stand inside the `exec` string. */
export function execLine(name: string, ...values: readonly unknown[]): string {
  return insideString(`this.${name}(${values.map(json).join(',')});\n`)
}

/** JSON as PHP writes it: UTF-8 and `/` unescaped, line separators escaped because `exec` is evaluated. */
function json(value: unknown): string {
  return JSON.stringify(value).replace(LINE_SEPARATORS, (character) =>
    character === '\u2028' ? '\\u2028' : '\\u2029',
  )
}

const LINE_SEPARATORS = /[\u2028\u2029]/g

function insideString(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

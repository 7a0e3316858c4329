/**
 * The script lines `this.<name>(<json>,...);` by which Roundcube's front end is told what to do (plugin/docs/protocol.md).
 * They are stored in the form they take inside the JSON string `exec` of a response, so that a list answer is little more than
 * joining cached lines.
 */

/** One call on the front end's object, ready to stand inside the `exec` string. */
export function execLine(name: string, ...values: readonly unknown[]): string {
  return insideString(`this.${name}(${values.map(json).join(',')});\n`)
}

/** JSON as PHP writes it: UTF-8 and `/` unescaped, line separators escaped because `exec` is evaluated. */
export function json(value: unknown): string {
  return JSON.stringify(value).replace(LINE_SEPARATORS, (character) =>
    character === '\u2028' ? '\\u2028' : '\\u2029',
  )
}

const LINE_SEPARATORS = /[\u2028\u2029]/g

function insideString(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

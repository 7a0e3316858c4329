/** The text of a value (RFC 6350 3.4): `\n` is a line break, and what else is escaped stands for itself. */
export function unescapeText(value: string): string {
  if (!/[\\\r]/.test(value)) return value.trim()
  return value
    .replace(/\\(.)/gs, (_, escaped: string) => (/[nN]/.test(escaped) ? '\n' : escaped))
    .replace(/\r\n?/g, '\n')
    .trim()
}

/** The same as vCard 2.1 has it: only separators are escaped, `C:\new` is a path. */
export function unescapeOldText(value: string): string {
  return value
    .replace(/\\([;,:\\])/g, '$1')
    .replace(/\r\n?/g, '\n')
    .trim()
}

/** Components of one value; what is behind them is in none. More than any contact may have. */
const MAX_COMPONENTS = 200

/** The components of a structured value, still escaped. */
export function splitUnescaped(value: string, separator: ';' | ','): readonly string[] {
  const parts: string[] = []
  let startOffset = 0
  for (let at = 0; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1
    else if (value[at] === separator) {
      parts.push(value.slice(startOffset, at))
      startOffset = at + 1
      if (parts.length === MAX_COMPONENTS) return parts
    }
  }
  return [...parts, value.slice(startOffset)]
}

/** A text as the value of a property. */
export function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n')
}

import { decodeCharset } from '../charset/decode.ts'
import { decodeHeaderText } from './encoded-word.ts'

/**
 * A MIME parameter by its name, with RFC 2231 charsets and continuations put together (`name*0*`,
 * `name*1`), and encoded words decoded although RFC 2047 5 forbids them there. Keys are upper case,
 * values have one character per byte; `likely` is the charset of those with 8-bit bytes.
 */
export function parameterOf(
  parameters: ReadonlyMap<string, string>,
  name: string,
  likely?: string,
): string | undefined {
  const extended = parameters.get(`${name}*`)
  if (extended !== undefined) return decodeExtended(extended)
  const plain = parameters.get(name)
  if (plain !== undefined) return decodeHeaderText(plain, likely)
  return continued(parameters, name, likely)
}

function continued(
  parameters: ReadonlyMap<string, string>,
  name: string,
  likely: string | undefined,
): string | undefined {
  let value = ''
  let isExtended = false
  for (let part = 0; ; part += 1) {
    const encoded = parameters.get(`${name}*${part}*`)
    const plain = parameters.get(`${name}*${part}`)
    if (encoded === undefined && plain === undefined) break
    if (encoded !== undefined && part === 0) isExtended = true
    value += encoded ?? (isExtended ? plain?.replaceAll('%', '%25') : plain) ?? ''
  }
  if (value === '') return undefined
  return isExtended ? decodeExtended(value) : decodeHeaderText(value, likely)
}

/** `utf-8'en'%e2%82%ac` */
function decodeExtended(value: string): string {
  const match = /^([^']*)'[^']*'(.*)$/s.exec(value)
  const bytes = (match?.[2] ?? value).replace(/%([0-9A-Fa-f]{2})/g, (_match, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  const text = decodeCharset(Buffer.from(bytes, 'latin1'), match?.[1])
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
}

import { domainOf } from '../../address/mail-address.ts'
import { fieldValues } from '../mime/header/header-field.ts'
import {
  AUTHENTICATION_METHODS,
  AUTHENTICATION_RESULTS,
  type AuthenticationField,
  type AuthenticationResult,
} from '../model/authentication.ts'

export const AUTHENTICATION_FIELD = 'AUTHENTICATION-RESULTS'

/** A message has as many as it passed servers; a sender can write more. */
const MAX_FIELDS = 20
const MAX_FIELD_CHARACTERS = 8_000
const MAX_RESULTS = 20

/** The fields Authentication-Results of a header (RFC 8601 2.2), the topmost first, which the last server wrote. */
export function authenticationFields(header: string): readonly AuthenticationField[] {
  return fieldValues(header, AUTHENTICATION_FIELD)
    .slice(0, MAX_FIELDS)
    .filter((value) => value.length <= MAX_FIELD_CHARACTERS)
    .map((value) => {
      const [server = '', ...results] = piecesOf(value)
      return {
        server: (/^\S+/.exec(server.trim())?.[0] ?? '').toLowerCase(),
        results: results.slice(0, MAX_RESULTS).flatMap(resultOf),
      }
    })
}

/** What stands between semicolons, without comments; of what is between quotation marks only the text. */
function piecesOf(value: string): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? ''
    if (character === '\\' && (isQuoted || depth > 0)) at += 1
    else if (character === '"' && depth === 0) isQuoted = !isQuoted
    // Nothing of a reason between quotation marks can look like a result.
    else if (isQuoted) piece += /[\s;=()]/.test(character) ? '_' : character
    else if (character === '(') depth += 1
    else if (character === ')' && depth > 0) depth -= 1
    else if (depth > 0) continue
    else if (character === ';') {
      pieces.push(piece)
      piece = ''
    } else piece += character
  }
  return [...pieces, piece]
}

/** `dkim=pass header.d=example.org`, with any version of the method. */
function resultOf(piece: string): readonly AuthenticationResult[] {
  const [, name = '', found = ''] = /^\s*([\w-]+)(?:\s*\/\s*\d+)?\s*=\s*([\w-]+)/.exec(piece) ?? []
  const method = AUTHENTICATION_METHODS.find((one) => one === name.toLowerCase())
  const result = AUTHENTICATION_RESULTS.find((one) => one === found.toLowerCase())
  return method === undefined || result === undefined
    ? []
    : [{ method, result, domain: domainIn(piece, method) }]
}

/** Which property names the domain that a method is about, the more telling one first. */
const PROPERTIES: Readonly<Record<AuthenticationResult['method'], readonly string[]>> = {
  spf: ['smtp.mailfrom', 'smtp.helo'],
  dkim: ['header.d', 'header.i'],
  dmarc: ['header.from'],
  arc: [],
}

function domainIn(piece: string, method: AuthenticationResult['method']): string | undefined {
  const values = new Map(
    [...piece.matchAll(/([\w-]+\s*\.\s*[\w-]+)\s*=\s*(\S+)/g)].map(
      ([, property = '', value = '']) => [
        property.replaceAll(/\s/g, '').toLowerCase(),
        domainOf(value.replaceAll(/^<|>$/g, '')),
      ],
    ),
  )
  const name = PROPERTIES[method].find((property) => (values.get(property) ?? '') !== '')
  return name === undefined ? undefined : values.get(name)
}

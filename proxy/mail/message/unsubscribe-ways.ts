import { parseMailAddress } from '../../address/mail-address.ts'
import { fieldValues } from '../mime/header/header-field.ts'
import type { UnsubscribeWay } from '../model/unsubscribe.ts'

/** The fields that `unsubscribeWays` reads. */
export const UNSUBSCRIBE_FIELDS = ['LIST-UNSUBSCRIBE', 'LIST-UNSUBSCRIBE-POST'] as const

const MAX_WAYS = 5
/** A longer address is none of a list. */
const MAX_URI_CHARACTERS = 2_000
const MAX_SUBJECT_CHARACTERS = 300
const MAX_BODY_CHARACTERS = 2_000

/**
 * How the list that sent a message can be left: the single POST first, then the other ways in the order that the sender prefers (RFC
 * 2369 2). Empty where the header names none that can be used. `header` has one character per byte.
 */
export function unsubscribeWays(header: string): readonly UnsubscribeWay[] {
  const [list = ''] = fieldValues(header, 'LIST-UNSUBSCRIBE')
  const [post = ''] = fieldValues(header, 'LIST-UNSUBSCRIBE-POST')
  const ways: UnsubscribeWay[] = []
  for (const [, written = ''] of list.matchAll(/<([^<>]*)>/g)) {
    if (ways.length === MAX_WAYS) break
    // Blanks within the brackets are folds, and none of the address (RFC 2369 2).
    const way = wayOf(written.replaceAll(/\s/g, ''))
    if (way !== undefined) ways.push(way)
  }
  const isOneClick = /^List-Unsubscribe\s*=\s*One-Click$/i.test(post)
  const page = ways.find((way) => way.kind === 'page')
  return isOneClick && page !== undefined ? [{ kind: 'post', url: page.url }, ...ways] : ways
}

function wayOf(uri: string): UnsubscribeWay | undefined {
  if (uri.length > MAX_URI_CHARACTERS) return undefined
  return /^mailto:/i.test(uri) ? mailOf(uri.slice('mailto:'.length)) : pageOf(uri)
}

function pageOf(uri: string): UnsubscribeWay | undefined {
  if (!URL.canParse(uri)) return undefined
  const { protocol, username, password, href } = new URL(uri)
  const isUsable = protocol === 'https:' && username === '' && password === ''
  return isUsable ? { kind: 'page', url: href } : undefined
}

/** Of RFC 6068 one recipient, subject and body: no list needs another field. */
function mailOf(text: string): UnsubscribeWay | undefined {
  const [path = '', query = ''] = text.split('?', 2)
  const to = parseMailAddress(decoded(path))
  if (to === undefined) return undefined
  const fields = new Map(
    query.split(/&(?:amp;)?/i).map((field) => {
      const [name = '', ...value] = field.split('=')
      return [name.toLowerCase(), decoded(value.join('='))]
    }),
  )
  return {
    kind: 'mail',
    to,
    subject: oneLine(fields.get('subject') ?? '').slice(0, MAX_SUBJECT_CHARACTERS),
    body: (fields.get('body') ?? '').replaceAll('\r\n', '\n').slice(0, MAX_BODY_CHARACTERS),
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** Nothing where it is not encoded as RFC 3986 says. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

import type { Attribute, StoredMessage } from 'hoodiecrow-imap'
import { messageText } from './message-text.ts'

/** Whether a message matches; `sequence` is its place in the mailbox. */
export type Criterion = (message: StoredMessage, sequence: number) => boolean

/** Thrown for a search key the demo does not know; the server answers BAD. */
export class UnknownSearchKey extends Error {
  override readonly name = 'UnknownSearchKey'
}

/** Reads the arguments of SEARCH (RFC 3501 6.4.4) into one criterion; all keys must hold. */
export function readCriteria(
  attributes: readonly Attribute[],
  inSet: (set: string, isUid: boolean) => Criterion,
): Criterion {
  const queue = [...attributes]
  const all: Criterion[] = []
  while (queue.length > 0) all.push(readKey(queue, inSet))
  return (message, sequence) => all.every((holds) => holds(message, sequence))
}

type SetReader = (set: string, isUid: boolean) => Criterion

function readKey(queue: Attribute[], inSet: SetReader): Criterion {
  const attribute = queue.shift()
  if (Array.isArray(attribute)) return readCriteria(attribute, inSet)
  const key = attributeText(attribute)?.toUpperCase() ?? ''
  if (/^[\d*][\d:,*]*$/.test(key)) return inSet(key, false)

  const flag = flagKeys[key]
  if (flag !== undefined) return flag
  const text = textKeys[key]
  if (text !== undefined) return text(word(queue))
  switch (key) {
    case 'ALL':
      return () => true
    case 'CHARSET':
      queue.shift()
      return () => true
    case 'UID':
      return inSet(word(queue), true)
    case 'NOT': {
      const denied = readKey(queue, inSet)
      return (message, sequence) => !denied(message, sequence)
    }
    case 'OR': {
      const left = readKey(queue, inSet)
      const right = readKey(queue, inSet)
      return (message, sequence) => left(message, sequence) || right(message, sequence)
    }
    case 'HEADER': {
      const name = word(queue)
      const value = needle(word(queue))
      return (message) => messageText(message).field(name).includes(value)
    }
    default:
      throw new UnknownSearchKey(`Unknown search key ${key}`)
  }
}

const flagKeys: Readonly<Record<string, Criterion>> = {
  ...flagPair('SEEN', '\\Seen'),
  ...flagPair('ANSWERED', '\\Answered'),
  ...flagPair('FLAGGED', '\\Flagged'),
  ...flagPair('DELETED', '\\Deleted'),
  ...flagPair('DRAFT', '\\Draft'),
}

const textKeys: Readonly<Record<string, (value: string) => Criterion>> = {
  FROM: inField('from'),
  TO: inField('to'),
  CC: inField('cc'),
  BCC: inField('bcc'),
  SUBJECT: inField('subject'),
  BODY: (value) => (message) => messageText(message).body.includes(needle(value)),
  TEXT: (value) => (message) => {
    const { header, body } = messageText(message)
    return header.includes(needle(value)) || body.includes(needle(value))
  },
  KEYWORD: (value) => hasFlag(value),
  UNKEYWORD: (value) => (message, sequence) => !hasFlag(value)(message, sequence),
  LARGER: (value) => (message) => message.raw.length > Number(value),
  SMALLER: (value) => (message) => message.raw.length < Number(value),
  SINCE: (value) => (message) => day(message) >= Date.parse(`${value} UTC`),
  BEFORE: (value) => (message) => day(message) < Date.parse(`${value} UTC`),
  ON: (value) => (message) => day(message) === Date.parse(`${value} UTC`),
}

function flagPair(key: string, flag: string): Readonly<Record<string, Criterion>> {
  const has = hasFlag(flag)
  return { [key]: has, [`UN${key}`]: (message, sequence) => !has(message, sequence) }
}

function hasFlag(flag: string): Criterion {
  return (message) => message.flags.some((own) => own.toLowerCase() === flag.toLowerCase())
}

function inField(name: string): (value: string) => Criterion {
  return (value) => (message) => messageText(message).field(name).includes(needle(value))
}

/** The day of INTERNALDATE, time and zone left out (RFC 3501 6.4.4). Unix ms. */
function day(message: StoredMessage): number {
  return Date.parse(`${message.internaldate.slice(0, 11).trim()} UTC`)
}

/** Arguments come as binary strings of UTF-8 bytes. */
function needle(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8').toLowerCase()
}

function word(queue: Attribute[]): string {
  const text = attributeText(queue.shift())
  if (text === undefined) throw new UnknownSearchKey('An argument is missing')
  return text
}

/** The word a parsed argument stands for; undefined for lists, NIL and an argument that is not there. */
export function attributeText(attribute: Attribute | undefined): string | undefined {
  if (typeof attribute === 'string' || typeof attribute === 'number') return `${attribute}`
  if (attribute === undefined || attribute === null || !('value' in attribute)) return undefined
  return attribute.value
}

import { emptyContact } from '../contact.ts'
import { checkedContact } from './checked-contact.ts'
import type { ReadingStep } from './imported.ts'
import { namedAddresses, type NamedAddresses } from './named-addresses.ts'
import { importProblem } from './problem.ts'

/** Lines that say what a file is. */
const LOOKED_AT = 20
/** A line of addresses; what is longer is told and left out. */
const MAX_LINE_CHARS = 256 * 1024
/** Lines after which others get their turn: these take a millisecond. */
const LINES_AT_ONCE = 100

/** Whether a file is nothing but addresses: one in a line, or as they stand in the field of a message. */
export function isAddressList(text: string): boolean {
  let looked = 0
  for (const { content } of linesOf(text)) {
    if (content.trim() === '') continue
    const read = addressesOf(content)
    if (read === undefined || read.addresses.length === 0 || read.others.length > 0) return false
    looked += 1
    if (looked === LOOKED_AT) break
  }
  return looked > 0
}

/** Reads a contact for each address, under the name that is beside it. */
export function* readAddressList(text: string): Generator<ReadingStep> {
  for (const { line, content } of linesOf(text)) {
    if (line % LINES_AT_ONCE === 0) yield undefined
    const read = addressesOf(content)
    if (read === undefined) {
      yield { kind: 'problem', problem: importProblem(line, 'entry_unreadable', content) }
      continue
    }
    for (const other of read.others) {
      yield { kind: 'problem', problem: importProblem(line, 'entry_unreadable', other) }
    }
    for (const { name, address } of read.addresses) {
      const emails = [{ address, label: '' }]
      yield* checkedContact(line, { ...emptyContact(name), emails }, undefined)
    }
  }
}

/** undefined: longer than any line of addresses. The name of a field of a message is no address. */
function addressesOf(line: string): NamedAddresses | undefined {
  if (line.length > MAX_LINE_CHARS) return undefined
  return namedAddresses(line.replace(/^\s*(?:to|cc|bcc):/i, ''))
}

function* linesOf(text: string) {
  const lineEnds = /\r\n?|\n/g
  let from = 0
  for (let line = 1; from < text.length; line += 1) {
    const end = lineEnds.exec(text)
    yield { line, content: text.slice(from, end?.index) }
    from = end === null ? text.length : lineEnds.lastIndex
  }
}

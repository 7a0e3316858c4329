import type { Address, MessageRow, Summary, ThreadPlace } from '../../../proxy/mail/index.ts'
import type { NativeAddress, NativeRow, NativeThread } from './types.ts'

/** A row as it stands in JSON. What never changes is written once per summary; only flags are written anew. */
export function nativeRowText(row: MessageRow): string {
  const fixed = fixedTexts.get(row.summary) ?? writeFixed(row.summary)
  const thread = row.thread === undefined ? '' : `,"thread":${JSON.stringify(threadOf(row.thread))}`
  return `${fixed}${JSON.stringify(row.flags)}${thread}}`
}

/** A row as a value, for the answers that are not lists. */
export function nativeRow({ summary, flags, thread }: MessageRow): NativeRow {
  const place = thread === undefined ? {} : { thread: threadOf(thread) }
  return { ...fixedFields(summary), flags, ...place }
}

function threadOf({ depth, parentUid, hasChildren, unreadChildren }: ThreadPlace): NativeThread {
  return { depth, parentUid: parentUid ?? null, hasChildren, unreadChildren }
}

/** Addresses with nothing but what the wire names. */
export function nativeAddresses(people: readonly Address[]): readonly NativeAddress[] {
  return people.map(({ name, address }) => ({ name, address }))
}

const fixedTexts = new WeakMap<Summary, string>()

function writeFixed(summary: Summary): string {
  const text = `${JSON.stringify(fixedFields(summary)).slice(0, -1)},"flags":`
  fixedTexts.set(summary, text)
  return text
}

function fixedFields(summary: Summary): Omit<NativeRow, 'flags' | 'thread'> {
  return {
    uid: summary.uid,
    subject: summary.subject,
    from: nativeAddresses(summary.from),
    to: nativeAddresses(summary.to),
    cc: nativeAddresses(summary.cc),
    date: summary.date,
    size: summary.size,
    hasAttachment: summary.hasAttachment,
    hasHtml: summary.hasHtml,
    contentType: summary.contentType,
    priority: summary.priority ?? null,
  }
}

import type { z } from 'zod'
import type {
  Address,
  MessageName,
  MessageRow,
  Summary,
  ThreadPosition,
} from '../../../proxy/mail/index.ts'
import type { DeepReadonly } from './contract.ts'
import type { address, messageName, part, row } from './output.ts'

// Rows, addresses and parts with nothing but what is in a response.

type Output<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>

export function rowOutput({ summary, flags, thread }: MessageRow): Output<typeof row> {
  const location = thread === undefined ? {} : { thread: threadOutput(thread) }
  return { ...summaryOutput(summary), flags, ...location }
}

/** Of a row what never changes. */
export function summaryOutput(summary: Summary): Omit<Output<typeof row>, 'flags' | 'thread'> {
  return {
    uid: summary.uid,
    subject: summary.subject,
    from: addressesOutput(summary.from),
    to: addressesOutput(summary.to),
    cc: addressesOutput(summary.cc),
    date: summary.date,
    size: summary.size,
    hasAttachment: summary.hasAttachment,
    contentType: summary.contentType,
    priority: summary.priority ?? null,
    ...(summary.isIncomplete === true ? { isIncomplete: true } : {}),
  }
}

export function threadOutput({ depth, parentUid, hasChildren, unreadChildren }: ThreadPosition) {
  return { depth, parentUid: parentUid ?? null, hasChildren, unreadChildren }
}

export function addressesOutput(addresses: readonly Address[]): readonly Output<typeof address>[] {
  return addresses.map(({ name, address: mail }) => ({ name, address: mail }))
}

export function nameOutput({ mailbox, uidValidity, uid }: MessageName): Output<typeof messageName> {
  return { mailbox, uidValidity: uidValidity.toString(), uid }
}

export function partOutput({ id, type, filename, size }: Output<typeof part>): Output<typeof part> {
  return { id, type, filename, size }
}

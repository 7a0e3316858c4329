import {
  type FlagChange,
  MailFault,
  type MailboxName,
  type MailFaultCode,
} from '../../../proxy/mail/index.ts'
import type { MailContext } from '../contract/contexts.ts'
import { changesFlags, type MailChange } from './plan.ts'
import { undoSteps, type Transferred, type UndoStep } from './undo-steps.ts'

/** What was done, and the way back. */
export interface Applied {
  readonly marked: number
  readonly copied: number
  readonly moved: number
  /** Acts that the mail server refused; the others are done all the same. */
  readonly refused: readonly RefusedChange[]
  readonly undo: readonly UndoStep[]
  /** False where the server did not tell what became of some. */
  readonly isUndoWhole: boolean
}

interface RefusedChange {
  readonly change: MailChange['kind']
  readonly mailbox: MailboxName
  readonly code: MailFaultCode
  readonly messages: number
}

/** Where the messages lie that the changes are on. */
export interface Source {
  readonly mailbox: MailboxName
  readonly uidValidity: bigint
}

type Mail = Pick<MailContext, 'account' | 'signal'>

/**
 * Does the changes one after the other. What the mail server refuses costs its own messages, and is answered, since what was done
 * before is to be undone: never throws MailFault.
 */
export async function applyChanges(
  changes: readonly MailChange[],
  source: Source,
  mail: Mail,
): Promise<Applied> {
  const marks: { readonly flags: FlagChange; readonly uids: readonly number[] }[] = []
  const transfers: Transferred[] = []
  const refused: RefusedChange[] = []
  for (const change of changes) {
    try {
      if (change.kind === 'mark') {
        await mark(source, change, mail)
        marks.push(change)
      } else {
        const transferred = await transfer(source, change, mail)
        transfers.push(transferred)
        await markCopies(change, transferred, mail)
      }
    } catch (error) {
      if (!(error instanceof MailFault)) throw error
      const mailbox = change.kind === 'mark' ? source.mailbox : change.target
      refused.push({ change: change.kind, mailbox, code: error.code, messages: change.uids.length })
    }
  }
  const countOf = (kind: Transferred['kind']) =>
    transfers.reduce((sum, one) => (one.kind === kind ? sum + one.count : sum), 0)
  return {
    marked: new Set(marks.flatMap(({ uids }) => uids)).size,
    copied: countOf('copy'),
    moved: countOf('move'),
    refused,
    undo: undoSteps(source, marks, transfers),
    isUndoWhole: transfers.every(({ uidMap }) => uidMap !== undefined),
  }
}

interface Marking {
  readonly flags: FlagChange
  readonly uids: readonly number[]
}

async function mark(
  { mailbox, uidValidity }: Source,
  { uids, flags }: Marking,
  { account, signal }: Mail,
): Promise<void> {
  await account.setFlags(mailbox, uids, flags, { signal, uidValidity })
}

type Transfer = Exclude<MailChange, { readonly kind: 'mark' }>

async function transfer(
  { mailbox, uidValidity }: Source,
  { kind, target, uids }: Transfer,
  { account, signal }: Mail,
): Promise<Transferred> {
  const outcome = await account[kind](mailbox, uids, target, { signal, uidValidity })
  const { count, uidMap, targetUidValidity } = outcome
  return uidMap === undefined || targetUidValidity === undefined
    ? { kind, target, count, uidMap: undefined, targetUidValidity: undefined }
    : { kind, target, count, uidMap, targetUidValidity }
}

/** Flags of a copy can be set where the server tells its UID; elsewhere it has those of the message. */
async function markCopies(
  change: Transfer,
  { target: mailbox, uidMap, targetUidValidity: uidValidity }: Transferred,
  mail: Mail,
): Promise<void> {
  if (change.kind !== 'copy' || !changesFlags(change.flags)) return
  if (uidMap === undefined || uidMap.size === 0) return
  const copies = { uids: [...uidMap.values()], flags: change.flags }
  await mark({ mailbox, uidValidity }, copies, mail)
}

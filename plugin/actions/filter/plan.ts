import {
  type FlagChange,
  mailboxName,
  type MailboxName,
  type TrialAction,
} from '../../../proxy/mail/index.ts'
import type { MetMessage } from './examine.ts'

/** One change on messages that it is the same for. */
export type MailChange =
  | { readonly kind: 'mark'; readonly flags: FlagChange; readonly uids: readonly number[] }
  | {
      readonly kind: 'copy'
      readonly target: MailboxName
      /** Of the copies, against the messages as they are then. */
      readonly flags: FlagChange
      readonly uids: readonly number[]
    }
  | { readonly kind: 'move'; readonly target: MailboxName; readonly uids: readonly number[] }

/** What a filter does to mail that lies in a mailbox: marks first, then copies, then moves. */
export interface Plan {
  readonly changes: readonly MailChange[]
  /** What is done at a delivery only, and to how many messages it would have been. */
  readonly leftOut: {
    readonly forwards: number
    readonly refusals: number
    readonly answers: number
    /** In the trash, or where there is none. */
    readonly deletions: number
  }
}

interface Place {
  readonly mailbox: MailboxName
  /** undefined: there is none. */
  readonly trash: MailboxName | undefined
}

/**
 * The changes, each of as many messages as it is the same for. Nothing is sent for mail of before (RFC 3834 2): what is only
 * forwarded or refused stays, and so does what the filter keeps.
 */
export function planChanges(met: readonly MetMessage[], { mailbox, trash }: Place): Plan {
  const groups = new Map<string, { change: MailChange; uids: number[] }>()
  const add = (change: MailChange, uid: number) => {
    const key = JSON.stringify(change)
    const group = groups.get(key) ?? { change, uids: [] }
    group.uids.push(uid)
    groups.set(key, group)
  }
  const otherTrash = trash === mailbox ? undefined : trash
  for (const { uid, actions } of met) {
    for (const change of changesOn(actions, mailbox, otherTrash)) add(change, uid)
  }
  const changes = [...groups.values()].map(({ change, uids }) => ({ ...change, uids }))
  const countOf = (kind: TrialAction['kind']) =>
    met.filter(({ actions }) => actions.some((action) => action.kind === kind)).length
  return {
    changes: changes.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)),
    leftOut: {
      forwards: countOf('redirect'),
      refusals: countOf('reject'),
      answers: countOf('vacation'),
      deletions:
        otherTrash === undefined ? met.filter(({ actions }) => actions.length === 0).length : 0,
    },
  }
}

const ORDER: readonly MailChange['kind'][] = ['mark', 'copy', 'move']

type Store = Extract<TrialAction, { readonly kind: 'store' }>

/** The changes on one message; their UIDs come later. */
function changesOn(
  actions: readonly TrialAction[],
  mailbox: MailboxName,
  trash: MailboxName | undefined,
): readonly MailChange[] {
  if (actions.length === 0) {
    return trash === undefined ? [] : [{ kind: 'move', target: trash, uids: [] }]
  }
  const stores = actions.filter((action): action is Store => action.kind === 'store')
  const targetOf = ({ isKeep, mailbox: name }: Store) => (isKeep ? mailbox : mailboxName(name))
  const staying = stores.find((store) => targetOf(store) === mailbox)
  const others = stores.filter((store) => targetOf(store) !== mailbox)
  const last = staying ?? others.at(-1)
  if (last === undefined) return []
  const copies = others.filter((store) => store !== last)
  return [
    ...(changesFlags(last.flags) ? [{ kind: 'mark', flags: last.flags, uids: [] } as const] : []),
    ...copies.map((store) => {
      const flags = changeBetween(last.flags, store.flags)
      return { kind: 'copy', target: targetOf(store), flags, uids: [] } as const
    }),
    ...(last === staying ? [] : [{ kind: 'move', target: targetOf(last), uids: [] } as const]),
  ]
}

/** Whether any flag changes. */
export function changesFlags({ add, remove }: FlagChange): boolean {
  return add.length > 0 || remove.length > 0
}

/** What makes of a message that was changed in one way what it would be, changed in another. */
function changeBetween(made: FlagChange, wanted: FlagChange): FlagChange {
  const without = (flags: readonly string[], others: readonly string[]) =>
    flags.filter((flag) => !others.includes(flag))
  return {
    add: [...without(wanted.add, made.add), ...without(made.remove, wanted.remove)],
    remove: [...without(wanted.remove, made.remove), ...without(made.add, wanted.add)],
  }
}

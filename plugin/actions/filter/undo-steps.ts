import type { FlagChange, MailboxName } from '../../../proxy/mail/index.ts'
import type { MailChange } from './plan.ts'

/** One step back, on messages where they are after a run. */
export type UndoStep = {
  readonly mailbox: MailboxName
  readonly uidValidity: bigint
  readonly uids: readonly number[]
} & (
  | { readonly kind: 'remove' }
  | { readonly kind: 'mark'; readonly flags: FlagChange }
  | { readonly kind: 'move'; readonly target: MailboxName }
)

/** What became of messages that were copied or moved; `uidMap` is undefined where the server did not tell. */
export type Transferred = {
  readonly kind: Exclude<MailChange['kind'], 'mark'>
  readonly target: MailboxName
  readonly count: number
} & (
  | { readonly uidMap: ReadonlyMap<number, number>; readonly targetUidValidity: bigint }
  | { readonly uidMap: undefined; readonly targetUidValidity: undefined }
)

/**
 * The way back, in its order: copies are removed, then flags are as before, of messages that were moved where they lie now, and
 * these are moved back last, since the UIDs that they get there are unknown.
 */
export function undoSteps(
  source: { readonly mailbox: MailboxName; readonly uidValidity: bigint },
  marks: readonly { readonly flags: FlagChange; readonly uids: readonly number[] }[],
  transfers: readonly Transferred[],
): readonly UndoStep[] {
  const reported = transfers.flatMap(({ kind, target, uidMap, targetUidValidity }) =>
    uidMap === undefined || uidMap.size === 0
      ? []
      : [{ kind, uidMap, place: { mailbox: target, uidValidity: targetUidValidity } }],
  )
  const moves = reported.filter(({ kind }) => kind === 'move')
  const isMoved = (uid: number) => moves.some(({ uidMap }) => uidMap.has(uid))
  const marksBack = marks.flatMap(({ flags, uids }) => {
    const back = { kind: 'mark', flags: { add: flags.remove, remove: flags.add } } as const
    return [
      { ...back, ...source, uids: uids.filter((uid) => !isMoved(uid)) },
      ...moves.map(({ place, uidMap }) => {
        return { ...back, ...place, uids: uids.flatMap((uid) => uidMap.get(uid) ?? []) }
      }),
    ]
  })
  const copies = reported.filter(({ kind }) => kind === 'copy')
  return [
    ...copies.map(({ place, uidMap }) => {
      return { kind: 'remove', ...place, uids: [...uidMap.values()] } as const
    }),
    ...marksBack.filter(({ uids }) => uids.length > 0),
    ...moves.map(({ place, uidMap }) => {
      const target = source.mailbox
      return { kind: 'move', ...place, target, uids: [...uidMap.values()] } as const
    }),
  ]
}

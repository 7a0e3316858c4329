import type { NativeDone, NativeRow } from '../../wire/native-types.ts'
import type { Catalogue } from '../messages/en.ts'
import { folderName } from '../names.ts'
import type { Api, MarkFlag } from '../wire/api.ts'
import { reasonOf } from '../wire/problem.ts'
import type { Connection } from './connection.ts'
import { flagEdit, isSeen, oppositeFlag } from './flags.ts'
import type { MessageList, Taken } from './list.ts'
import type { Mailboxes } from './mailboxes.ts'
import type { Notices } from './notices.ts'

/** Acts on messages. The page shows the outcome at once and takes it back, with the reason, when the server refuses. */
export interface Acts {
  /** Marks of several messages can be undone; one message is marked back by the same key. */
  mark(mailbox: string, rows: readonly NativeRow[], flag: MarkFlag): void
  move(mailbox: string, rows: readonly NativeRow[], target: string): void
  remove(mailbox: string, rows: readonly NativeRow[]): void
  purge(mailbox: string): void
}

interface ActsOptions {
  readonly api: Api
  readonly connection: Connection
  readonly list: MessageList
  readonly mailboxes: Mailboxes
  readonly notices: Notices
  readonly text: Catalogue
}

/** Builds the acts. Each is repeatable, so an outage delays it but never doubles or loses it. */
export function createActs({ api, connection, list, mailboxes, notices, text }: ActsOptions): Acts {
  const { signal } = new AbortController()

  async function mark(
    mailbox: string,
    rows: readonly NativeRow[],
    flag: MarkFlag,
    isUndoable = true,
  ): Promise<void> {
    const uids = rows.map((row) => row.uid)
    const edit = flagEdit(flag)
    const unseenChange =
      rows.filter((row) => !isSeen(edit(row.flags))).length -
      rows.filter((row) => !isSeen(row.flags)).length
    const isShown = list.query.value.mailbox === mailbox
    const release = isShown ? list.hold() : () => undefined
    if (isShown) list.editFlags(uids, edit)
    mailboxes.expectChange(mailbox, { messages: 0, unseen: unseenChange })
    try {
      const done = await connection.reach(() => api.mark(mailbox, uids, flag, signal), signal)
      mailboxes.applyCounts(done.counts)
      if (isUndoable) offerUnmark(mailbox, rows, flag)
    } catch (error) {
      const before = new Map(rows.map((row) => [row.uid, row.flags]))
      for (const [uid, flags] of before) if (isShown) list.editFlags([uid], () => flags)
      mailboxes.expectChange(mailbox, { messages: 0, unseen: -unseenChange })
      notices.fail(text.actFailed(reasonOf(error)))
    } finally {
      release()
    }
  }

  function offerUnmark(mailbox: string, rows: readonly NativeRow[], flag: MarkFlag): void {
    if (rows.length < 2) return
    const edit = flagEdit(flag)
    const changed = rows.filter((row) => edit(row.flags).length !== row.flags.length)
    notices.say(text.marked(changed.length), {
      label: text.undo,
      run: () => {
        const marked = changed.map((row) => ({ ...row, flags: edit(row.flags) }))
        void mark(mailbox, marked, oppositeFlag(flag), false).then(() => notices.say(text.undone))
      },
    })
  }

  async function takeAway(
    mailbox: string,
    rows: readonly NativeRow[],
    act: () => Promise<NativeDone>,
    said: (done: NativeDone) => string,
  ): Promise<void> {
    const taken = takeFromList(mailbox, rows)
    const change = {
      messages: rows.length,
      unseen: rows.filter((row) => !isSeen(row.flags)).length,
    }
    mailboxes.expectChange(mailbox, { messages: -change.messages, unseen: -change.unseen })
    try {
      const done = await connection.reach(act, signal)
      mailboxes.applyCounts(done.counts)
      taken?.settle()
      notices.say(said(done), undoOf(mailbox, done))
    } catch (error) {
      mailboxes.expectChange(mailbox, change)
      taken?.putBack()
      notices.fail(text.actFailed(reasonOf(error)))
    }
  }

  function takeFromList(mailbox: string, rows: readonly NativeRow[]): Taken | undefined {
    if (list.query.value.mailbox !== mailbox) return undefined
    return list.take(rows.map((row) => row.uid))
  }

  // Without the new UIDs (COPYUID, RFC 4315) there is no safe way back, so none is offered.
  function undoOf(
    mailbox: string,
    { target, uidMap, uids }: NativeDone,
  ): { readonly label: string; readonly run: () => void } | undefined {
    if (target === null || uidMap.length < uids.length) return undefined
    const moved = uidMap.map(([, uid]) => uid)
    return { label: text.undo, run: () => void undo(target, moved, mailbox) }
  }

  async function undo(from: string, uids: readonly number[], to: string): Promise<void> {
    notices.dismiss()
    try {
      const done = await connection.reach(() => api.move(from, uids, to, signal), signal)
      mailboxes.applyCounts(done.counts)
      notices.say(text.undone)
    } catch (error) {
      notices.fail(text.actFailed(reasonOf(error)))
    }
    const open = list.query.value.mailbox
    if (open === from || open === to) list.reload()
  }

  return {
    mark: (mailbox, rows, flag) => void mark(mailbox, rows, flag),
    move(mailbox, rows, target) {
      const uids = rows.map((row) => row.uid)
      const folder = mailboxes.find(target)
      const name = folder === undefined ? target : folderName(folder, text)
      void takeAway(
        mailbox,
        rows,
        () => api.move(mailbox, uids, target, signal),
        () => text.moved(rows.length, name),
      )
    },
    remove(mailbox, rows) {
      const uids = rows.map((row) => row.uid)
      void takeAway(
        mailbox,
        rows,
        () => api.remove(mailbox, uids, signal),
        (done) =>
          done.target === null ? text.removedForGood(rows.length) : text.deleted(rows.length),
      )
    },
    purge(mailbox) {
      void takeAway(
        mailbox,
        list.query.value.mailbox === mailbox ? [...list.rows.value.values()] : [],
        () => api.purge(mailbox, signal),
        () => text.purged,
      ).then(() => list.reload())
    },
  }
}

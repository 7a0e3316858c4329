import type { NativeDone } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import { folderName } from '../folder/names.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import { messagesInput, validityInput, type MarkFlag } from '../../wire/inputs.ts'
import { isSameMailbox, movedTo, type Messages } from '../../wire/message-name.ts'
import { uidSetOf, uidsOf } from '../../wire/uid-set.ts'
import type { Connection } from '../session/connection.ts'
import { flagEdit, isSeen, oppositeFlag } from './flags.ts'
import type { MessageList, Taken } from '../list/list.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import type { Notices } from '../notice/notices.ts'
import type { MessageTarget } from '../message/target.ts'
import { undoneWords } from './undone.ts'

/** Acts on messages. The page shows the outcome at once and rolls it back, with the reason, when the server refuses. */
export interface MessageActions {
  /** Marks messages whose rows are all known. Of several it can be undone; one is marked back by the same key. */
  mark(target: MessageTarget, flag: MarkFlag): void
  /** As `mark` for what the user has read: no one requested it, so no one is told where it fails. */
  markRead(target: MessageTarget): void
  move(target: MessageTarget, path: string): void
  remove(target: MessageTarget, isPermanent: boolean): void
  /** With all folders below it. */
  purge(mailbox: string): void
}

interface MessageActionsOptions {
  readonly http: HttpClient
  readonly connection: Connection
  readonly list: MessageList
  readonly mailboxes: Mailboxes
  readonly notices: Notices
  readonly text: Catalogue
}

/** Builds the actions. Each is repeatable, so an outage delays it but never doubles or loses it. */
export function createMessageActions({
  http,
  connection,
  list,
  mailboxes,
  notices,
  text,
}: MessageActionsOptions): MessageActions {
  const { signal } = new AbortController()

  /** Answers whether it was done. */
  async function mark(
    target: MessageTarget,
    flag: MarkFlag,
    { isUndoable = true, isRequested = true } = {},
  ): Promise<boolean> {
    const { mailbox, rows } = target
    const uids = rows.map((row) => row.uid)
    const edit = flagEdit(flag)
    const unseenChange =
      rows.filter((row) => !isSeen(edit(row.flags))).length -
      rows.filter((row) => !isSeen(row.flags)).length
    const isShown = isSameMailbox(list.name.value, target)
    const release = isShown ? list.hold() : () => undefined
    if (isShown) list.editFlags(uids, edit)
    mailboxes.expectChange(mailbox, { messages: 0, unseen: unseenChange })
    try {
      const done = await connection.reach(
        () => http.post('mark', { ...messagesInput(target, uids), flag }, signal),
        signal,
      )
      mailboxes.applyCounts(done.counts)
      if (isUndoable) offerUnmark(target, flag)
      return true
    } catch (error) {
      const before = new Map(rows.map((row) => [row.uid, row.flags]))
      for (const [uid, flags] of before) if (isShown) list.editFlags([uid], () => flags)
      mailboxes.expectChange(mailbox, { messages: 0, unseen: -unseenChange })
      if (isRequested) notices.failed(error, text.actFailed)
      return false
    } finally {
      release()
    }
  }

  function offerUnmark(target: MessageTarget, flag: MarkFlag): void {
    const { rows } = target
    if (rows.length < 2) return
    const edit = flagEdit(flag)
    const changed = rows.filter((row) => edit(row.flags).length !== row.flags.length)
    notices.say(text.marked({ count: changed.length }), {
      label: text.undo,
      run: () => {
        const marked = changed.map((row) => ({ ...row, flags: edit(row.flags) }))
        const back = { ...target, rows: marked }
        void mark(back, oppositeFlag(flag), { isUndoable: false }).then((isDone) => {
          if (isDone) notices.say(text.undone)
        })
      },
    })
  }

  async function takeAway(
    target: MessageTarget,
    action: () => Promise<NativeDone>,
    said: (done: NativeDone) => string,
  ): Promise<void> {
    const { mailbox, rows } = target
    const taken = takeFromList(target)
    const change = {
      messages: target.uids.size,
      unseen: rows.filter((row) => !isSeen(row.flags)).length,
    }
    mailboxes.expectChange(mailbox, { messages: -change.messages, unseen: -change.unseen })
    try {
      const done = await connection.reach(action, signal)
      mailboxes.applyCounts(done.counts)
      taken?.settle()
      notices.say(said(done), undoOf(mailbox, done))
    } catch (error) {
      mailboxes.expectChange(mailbox, change)
      taken?.putBack()
      notices.failed(error, text.actFailed)
    }
  }

  function takeFromList(target: MessageTarget): Taken | undefined {
    if (!isSameMailbox(list.name.value, target)) return undefined
    return list.take(target.uids)
  }

  function undoOf(
    mailbox: string,
    done: NativeDone,
  ): { readonly label: string; readonly run: () => void } | undefined {
    const moved = movedTo(done)
    return moved && { label: text.undo, run: () => void undo(moved, mailbox) }
  }

  async function undo(from: Messages, to: string): Promise<void> {
    // What comes back would look like new mail.
    const release = list.hold()
    try {
      const done = await connection.reach(
        () => http.post('move', { ...messagesInput(from, from.uids), target: to }, signal),
        signal,
      )
      mailboxes.applyCounts(done.counts)
      const back = { requested: from.uids.length, returned: done.uidMap.length, to }
      notices.say(undoneWords(back, { mailboxes, text }))
    } catch (error) {
      notices.failed(error, text.actFailed)
    }
    release()
    const open = list.query.value.mailbox
    if (open === from.mailbox || open === to) list.reload()
  }

  return {
    mark: (target, flag) => void mark(target, flag),
    markRead: (target) => void mark(target, 'read', { isRequested: false }),
    move(target, path) {
      const uids = uidsOf(target.uids)
      const folder = mailboxes.find(path)
      const name = folder === undefined ? path : folderName(folder, text)
      void takeAway(
        target,
        () => http.post('move', { ...messagesInput(target, uids), target: path }, signal),
        () => text.moved({ count: uids.length, folder: name }),
      )
    },
    remove(target, isPermanent) {
      const uids = uidsOf(target.uids)
      void takeAway(
        target,
        () =>
          http.post('delete', { ...messagesInput(target, uids), isPermanent: isPermanent }, signal),
        (done) =>
          done.target === null
            ? text.removedForGood({ count: uids.length })
            : text.deleted({ count: uids.length }),
      )
    },
    purge(mailbox) {
      const shown = list.name.value
      const isShown = shown.mailbox === mailbox
      const rows = isShown ? [...list.rows.value.values()] : []
      void takeAway(
        { ...shown, mailbox, uids: uidSetOf(rows.map((row) => row.uid)), rows },
        () => {
          const uidValidity = isShown ? validityInput(shown.uidValidity) : undefined
          return http.post('purge', { mailbox, uidValidity, hasFolders: true }, signal)
        },
        () => text.purged,
      ).then(() => {
        list.reload()
        return mailboxes.load(signal).catch((error: unknown) => notices.failed(error))
      })
    },
  }
}

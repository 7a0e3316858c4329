import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeDone } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import { folderName } from '../folder/names.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import { messagesInput, type MarkFlag } from '../../wire/inputs.ts'
import { requestUids } from '../../wire/list-requests.ts'
import { isSameMailbox, movedTo, type MailboxName, type Messages } from '../../wire/message-name.ts'
import { wholeMailbox } from '../../wire/query.ts'
import { common, parseUidSet, uidSetOf, uidsOf } from '../../wire/uid-set.ts'
import type { Connection } from '../session/connection.ts'
import { oppositeFlag } from './flags.ts'
import type { MessageList } from '../list/list.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import type { Notices } from '../notice/notices.ts'
import type { MessageTarget } from '../message/target.ts'
import { undoneWords } from './undone.ts'

/** How far an action on many messages is. */
export interface Progress {
  readonly text: string
  readonly done: number
  readonly total: number
}

/** Acts on many messages, also those that are not loaded, step by step: those that were named, and no other. */
export interface Bulk {
  readonly progress: ReadonlySignal<Progress | undefined>
  /** Ends after the step under way; what is done stays done. */
  readonly stop: () => void
  move(target: MessageTarget, path: string): void
  remove(target: MessageTarget, isPermanent: boolean): void
  /** Puts the mark where it is missing on one of them; takes it off when they all have it. */
  toggle(target: MessageTarget, flag: MarkFlag): void
  /** All of a folder that are unread. */
  readAll(mailbox: string): void
}

interface BulkOptions {
  readonly http: HttpClient
  readonly connection: Connection
  readonly list: MessageList
  readonly mailboxes: Mailboxes
  readonly notices: Notices
  readonly text: Catalogue
  /** Messages of one request. */
  readonly stepSize: number
}

interface Action {
  readonly text: string
  readonly step: (mailbox: MailboxName, uids: readonly number[]) => Promise<NativeDone>
}

interface Outcome {
  readonly done: Messages
  /** Where the messages are now; undefined when the server did not tell it of every one. */
  readonly moved: Messages | undefined
  /** Of how many it told. */
  readonly restored: number
  readonly target: string | null
}

/** Builds the actions; one runs at a time. */
export function createBulk(options: BulkOptions): Bulk {
  const { http, connection, list, mailboxes, notices, text, stepSize } = options
  const { signal: abort } = new AbortController()
  const progress = signal<Progress | undefined>(undefined)
  let isStopped = false

  async function run(
    find: () => Promise<Messages>,
    action: Action,
    finish: (outcome: Outcome) => void,
  ): Promise<void> {
    if (progress.value !== undefined) return
    isStopped = false
    progress.value = { text: action.text, done: 0, total: 0 }
    try {
      finish(await inSteps(await find(), action))
    } catch (error) {
      const { done } = progress.value
      notices.failed(error, ({ reason }) => text.stoppedAfter({ count: done, reason }))
    } finally {
      progress.value = undefined
      list.reload()
    }
  }

  async function inSteps(messages: Messages, run: Action): Promise<Outcome> {
    const { uids } = messages
    const moved: (Messages | undefined)[] = []
    let done = 0
    let restored = 0
    let target: string | null = null
    while (done < uids.length && !isStopped) {
      progress.value = { text: run.text, done, total: uids.length }
      const step = uids.slice(done, done + stepSize)
      const response = await connection.reach(() => run.step(messages, step), abort)
      mailboxes.applyCounts(response.counts)
      moved.push(movedTo(response))
      restored += response.uidMap.length
      if (response.action !== 'mark' && isSameMailbox(list.name.value, messages)) {
        list.drop(uidSetOf(step))
      }
      target = response.target
      done += step.length
    }
    return {
      done: { ...messages, uids: uids.slice(0, done) },
      moved: joined(moved),
      restored,
      target,
    }
  }

  /** Which of them the mark would change. */
  async function changedBy(target: MessageTarget, flag: MarkFlag): Promise<Messages> {
    const { mailbox, uidValidity, uids } = target
    const all = wholeMailbox(mailbox, false)
    const found = await connection.reach(() => requestUids(http, all, { flag }, abort), abort)
    // In a mailbox made again the first step is refused.
    return { mailbox, uidValidity, uids: uidsOf(common(uids, parseUidSet(found.set))) }
  }

  function sayMoved(from: string, { moved }: Outcome, said: string): void {
    if (moved === undefined) {
      notices.say(said)
      return
    }
    const action = { text: text.undoing, step: moveStep(from) }
    offerUndo(said, () =>
      run(
        async () => moved,
        action,
        ({ restored }) => {
          const back = { requested: moved.uids.length, returned: restored, to: from }
          notices.say(undoneWords(back, { mailboxes, text }))
        },
      ),
    )
  }

  function offerUndo(said: string, undo: () => Promise<void>): void {
    notices.say(said, { label: text.undo, run: () => void undo() })
  }

  function moveStep(to: string): Action['step'] {
    return (mailbox, uids) =>
      http.post('move', { ...messagesInput(mailbox, uids), target: to }, abort)
  }

  return {
    progress,
    stop: () => (isStopped = true),
    move(target, path) {
      const folder = mailboxes.find(path)
      const name = folder === undefined ? path : folderName(folder, text)
      const action = { text: text.moving({ folder: name }), step: moveStep(path) }
      void run(namesOf(target), action, (outcome) =>
        sayMoved(
          target.mailbox,
          outcome,
          text.moved({ count: outcome.done.uids.length, folder: name }),
        ),
      )
    },
    remove(target, isPermanent) {
      const action: Action = {
        text: text.deleting,
        step: (from, uids) =>
          http.post('delete', { ...messagesInput(from, uids), isPermanent: isPermanent }, abort),
      }
      void run(namesOf(target), action, (outcome) => {
        const { length } = outcome.done.uids
        const said =
          outcome.target === null
            ? text.removedForGood({ count: length })
            : text.deleted({ count: length })
        sayMoved(target.mailbox, outcome, said)
      })
    },
    toggle(target, flag) {
      let isOff = false
      const find = async () => {
        const missing = await changedBy(target, flag)
        isOff = missing.uids.length === 0
        return isOff ? changedBy(target, oppositeFlag(flag)) : missing
      }
      markFound(find, () => (isOff ? oppositeFlag(flag) : flag))
    },
    readAll(mailbox) {
      const find = async () => {
        const all = wholeMailbox(mailbox, false)
        const unread = () => requestUids(http, all, { flag: 'read' }, abort)
        const { uidValidity, set } = await connection.reach(unread, abort)
        return { mailbox, uidValidity, uids: uidsOf(parseUidSet(set)) }
      }
      markFound(find, () => 'read')
    },
  }

  /** Only what the mark changes is marked, so that undoing it restores exactly what was. */
  function markFound(find: () => Promise<Messages>, flagOf: () => MarkFlag): void {
    const mark = (isBack: boolean): Action['step'] => {
      return (mailbox, uids) => {
        const flag = isBack ? oppositeFlag(flagOf()) : flagOf()
        return http.post('mark', { ...messagesInput(mailbox, uids), flag }, abort)
      }
    }
    void run(find, { text: text.marking, step: mark(false) }, ({ done }) => {
      const back = { text: text.undoing, step: mark(true) }
      const undo = () =>
        run(
          async () => done,
          back,
          () => notices.say(text.undone),
        )
      const { length } = done.uids
      if (length === 0) notices.say(text.marked({ count: 0 }))
      else offerUndo(text.marked({ count: length }), undo)
    })
  }
}

function namesOf({ mailbox, uidValidity, uids }: MessageTarget): () => Promise<Messages> {
  return async () => ({ mailbox, uidValidity, uids: uidsOf(uids) })
}

/** What the steps moved, as one; undefined when one of them did not tell, or found another mailbox there. */
function joined(moved: readonly (Messages | undefined)[]): Messages | undefined {
  const [first] = moved
  if (first === undefined) return undefined
  const uids: number[] = []
  for (const step of moved) {
    if (step === undefined || !isSameMailbox(step, first)) return undefined
    uids.push(...step.uids)
  }
  return { ...first, uids }
}

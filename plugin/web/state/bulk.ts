import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeDone } from '../../wire/native-types.ts'
import type { Catalogue } from '../messages/en.ts'
import { folderName } from '../names.ts'
import type { Api, MarkFlag } from '../wire/api.ts'
import { reasonOf } from '../wire/problem.ts'
import type { ListQuery } from '../wire/query.ts'
import { uidsOfSet } from '../wire/uid-set.ts'
import type { Connection } from './connection.ts'
import { oppositeFlag } from './flags.ts'
import type { MessageList } from './list.ts'
import type { Mailboxes } from './mailboxes.ts'
import type { Notices } from './notices.ts'

/** How far an act on many messages is. */
export interface Progress {
  readonly text: string
  readonly done: number
  readonly total: number
}

/** Acts on every message of a list, also those that were never loaded: UIDs asked for once, then step by step. */
export interface Bulk {
  readonly progress: ReadonlySignal<Progress | undefined>
  /** Ends after the step under way; what is done stays done. */
  readonly stop: () => void
  move(query: ListQuery, target: string): void
  remove(query: ListQuery): void
  mark(query: ListQuery, flag: MarkFlag): void
}

interface BulkOptions {
  readonly api: Api
  readonly connection: Connection
  readonly list: MessageList
  readonly mailboxes: Mailboxes
  readonly notices: Notices
  readonly text: Catalogue
  /** Messages of one request. */
  readonly stepSize: number
}

interface Act {
  readonly text: string
  readonly step: (uids: readonly number[]) => Promise<NativeDone>
}

interface Outcome {
  readonly done: readonly number[]
  /** Where the messages are now, as far as the server told. */
  readonly moved: readonly number[]
  readonly target: string | null
}

/** Builds the acts; one runs at a time. */
export function createBulk(options: BulkOptions): Bulk {
  const { api, connection, list, mailboxes, notices, text, stepSize } = options
  const { signal: abort } = new AbortController()
  const progress = signal<Progress | undefined>(undefined)
  let isStopped = false

  async function run(
    find: () => Promise<readonly number[]>,
    act: Act,
    finish: (outcome: Outcome) => void,
  ): Promise<void> {
    if (progress.value !== undefined) return
    isStopped = false
    progress.value = { text: act.text, done: 0, total: 0 }
    try {
      finish(await inSteps(await find(), act))
    } catch (error) {
      notices.fail(text.stoppedAfter(progress.value.done, reasonOf(error)))
    } finally {
      progress.value = undefined
      list.reload()
    }
  }

  async function inSteps(uids: readonly number[], act: Act): Promise<Outcome> {
    const moved: number[] = []
    let done = 0
    let target: string | null = null
    while (done < uids.length && !isStopped) {
      progress.value = { text: act.text, done, total: uids.length }
      const step = uids.slice(done, done + stepSize)
      const answer = await connection.reach(() => act.step(step), abort)
      mailboxes.applyCounts(answer.counts)
      for (const [, uid] of answer.uidMap) moved.push(uid)
      target = answer.target
      done += step.length
    }
    return { done: uids.slice(0, done), moved, target }
  }

  function find(query: ListQuery, flag?: MarkFlag): () => Promise<readonly number[]> {
    return async () => {
      const { set } = await connection.reach(() => api.uids(query, flag, abort), abort)
      return uidsOfSet(set)
    }
  }

  function sayMoved(from: string, { done, moved, target }: Outcome, said: string): void {
    // Without every new UID (COPYUID, RFC 4315) there is no safe way back, so none is offered.
    if (target === null || done.length === 0 || moved.length < done.length) {
      notices.say(said)
      return
    }
    const act = { text: text.undoing, step: moveStep(target, from) }
    offerUndo(said, () =>
      run(
        async () => moved,
        act,
        () => notices.say(text.undone),
      ),
    )
  }

  function offerUndo(said: string, undo: () => Promise<void>): void {
    const action = {
      label: text.undo,
      run: () => {
        notices.dismiss()
        void undo()
      },
    }
    notices.say(said, action)
  }

  function moveStep(from: string, to: string): Act['step'] {
    return (uids) => api.move(from, uids, to, abort)
  }

  function markStep(mailbox: string, flag: MarkFlag): Act['step'] {
    return (uids) => api.mark(mailbox, uids, flag, abort)
  }

  return {
    progress,
    stop: () => (isStopped = true),
    move(query, target) {
      const { mailbox } = query
      const folder = mailboxes.find(target)
      const name = folder === undefined ? target : folderName(folder, text)
      const act = { text: text.moving(name), step: moveStep(mailbox, target) }
      void run(find(query), act, (outcome) =>
        sayMoved(mailbox, outcome, text.moved(outcome.done.length, name)),
      )
    },
    remove(query) {
      const { mailbox } = query
      const act = {
        text: text.deleting,
        step: (uids: readonly number[]) => api.remove(mailbox, uids, abort),
      }
      void run(find(query), act, (outcome) => {
        const { length } = outcome.done
        const said = outcome.target === null ? text.removedForGood(length) : text.deleted(length)
        sayMoved(mailbox, outcome, said)
      })
    },
    mark(query, flag) {
      const { mailbox } = query
      const act = { text: text.marking, step: markStep(mailbox, flag) }
      // Only what the mark changes is asked for, so that undoing it restores exactly what was.
      void run(find(query, flag), act, ({ done }) => {
        const back = { text: text.undoing, step: markStep(mailbox, oppositeFlag(flag)) }
        const undo = () =>
          run(
            async () => done,
            back,
            () => notices.say(text.undone),
          )
        if (done.length === 0) notices.say(text.marked(0))
        else offerUndo(text.marked(done.length), undo)
      })
    },
  }
}

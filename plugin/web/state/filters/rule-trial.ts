import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeInputOf, NativeResponseOf } from '../../../wire/native/types.ts'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { Connection } from '../session/connection.ts'
import type { Rule } from './rules.ts'

type TrialResponse = Extract<NativeResponseOf<'filter-trial'>, { readonly kind: 'filter-trial' }>
type RunResponse = Extract<NativeResponseOf<'filter-run'>, { readonly kind: 'filter-run' }>
type UndoSteps = NativeInputOf<'filter-undo'>['steps']

/** What a filter does with mail that is there, as far as it was looked at. */
export interface TrialResult {
  readonly mailbox: string
  readonly total: number
  readonly examined: number
  readonly met: number
  /** Messages of which nothing can be said without delivering them. */
  readonly undecided: number
  /** The newest that it meets. */
  readonly hits: TrialResponse['hits']
  /** There is more of the mailbox. */
  readonly hasMore: boolean
}

/** What a run has changed, and the way back. */
export interface RunResult {
  readonly changed: number
  readonly refused: number
  readonly undo: UndoSteps
}

/** One filter on the mail of one mailbox, newest first. */
export interface RuleTrial {
  readonly result: ReadonlySignal<TrialResult | undefined>
  readonly problem: ReadonlySignal<Failure | undefined>
  /** A whole mailbox is being looked at. */
  readonly isBusy: ReadonlySignal<boolean>
  /** The newest messages; what was under way before ends. An incomplete rule shows nothing. */
  start(rule: Rule, mailbox: string): void
  /** All the others. */
  continueAll(rule: Rule): Promise<void>
  /** Does it with the whole mailbox; undefined where it failed before anything was changed. */
  run(rule: Rule, mailbox: string): Promise<RunResult | undefined>
  undo(steps: UndoSteps): Promise<boolean>
  readonly stop: () => void
}

const NEWEST = 500
const MANY = 2_000
const HITS_SHOWN = 50

export function createRuleTrial({
  http,
  connection,
}: {
  readonly http: Pick<HttpClient, 'post'>
  readonly connection: Pick<Connection, 'reach' | 'once'>
}): RuleTrial {
  const result = signal<TrialResult | undefined>(undefined)
  const problem = signal<Failure | undefined>(undefined)
  const isBusy = signal(false)
  let under = new AbortController()
  let next: ReturnType<typeof cursorBehind>

  function stop(): AbortSignal {
    under.abort()
    under = new AbortController()
    isBusy.value = false
    return under.signal
  }

  function inputOf(rule: Rule, mailbox: string, limit: number) {
    return { mailbox, source: { kind: 'rule', rule }, limit, ...next } as const
  }

  /** Adds one answer; false: a rule that can not be tried, or the question is out of date. */
  async function look(rule: Rule, mailbox: string, limit: number, abort: AbortSignal) {
    const request = () => http.post('filter-trial', inputOf(rule, mailbox, limit), abort)
    const response = await connection.reach(request, abort)
    if (abort.aborted) return
    if (response.kind === 'filter-trial') add(response)
    else result.value = undefined
  }

  function add(response: TrialResponse): void {
    const before = next === undefined ? undefined : result.peek()
    next = cursorBehind(response)
    result.value = {
      mailbox: response.mailbox,
      total: response.total,
      examined: (before?.examined ?? 0) + response.examined,
      met: (before?.met ?? 0) + response.met,
      undecided: (before?.undecided ?? 0) + response.undecided,
      hits: [...(before?.hits ?? []), ...response.hits].slice(0, HITS_SHOWN),
      hasMore: next !== undefined,
    }
  }

  /** Runs it, unless something newer has stopped it; what fails is told. */
  async function guarded<Result>(
    abort: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      problem.value = undefined
      return await work()
    } catch (error) {
      if (!abort.aborted) problem.value = failureOf(error)
      return undefined
    } finally {
      if (!abort.aborted) isBusy.value = false
    }
  }

  return {
    result,
    problem,
    isBusy,
    start(rule, mailbox) {
      const abort = stop()
      next = undefined
      void guarded(abort, () => look(rule, mailbox, NEWEST, abort))
    },
    async continueAll(rule) {
      const abort = stop()
      isBusy.value = true
      const mailbox = result.peek()?.mailbox ?? ''
      await guarded(abort, async () => {
        while (next !== undefined && !abort.aborted) await look(rule, mailbox, MANY, abort)
      })
    },
    async run(rule, mailbox) {
      const abort = stop()
      isBusy.value = true
      next = undefined
      let changed = 0
      let refused = 0
      let undo: UndoSteps = []
      await guarded(abort, async () => {
        do {
          // What was begun is awaited: its way back must be known.
          const { signal: whole } = new AbortController()
          const act = () => http.post('filter-run', inputOf(rule, mailbox, MANY), whole)
          const response = await connection.once(act, whole)
          if (response.kind !== 'filter-run') return
          changed += changedBy(response)
          refused += response.refused.reduce((sum, { messages }) => sum + messages, 0)
          undo = [...response.undo, ...undo]
          next = cursorBehind(response)
        } while (next !== undefined && !abort.aborted)
      })
      next = undefined
      return changed === 0 && problem.peek() !== undefined ? undefined : { changed, refused, undo }
    },
    async undo(steps) {
      const { signal: whole } = new AbortController()
      const undone = await guarded(whole, () =>
        connection.once(() => http.post('filter-undo', { steps }, whole), whole),
      )
      return undone?.refused.length === 0
    },
    stop: () => void stop(),
  }
}

/** Where the next call goes on; undefined: the whole mailbox was looked at. */
function cursorBehind({ next: below, uidValidity }: TrialResponse | RunResponse) {
  return below === null ? undefined : { below, uidValidity }
}

/** Messages; of a filter that only forwards or replies none. */
function changedBy({ marked, copied, moved, met }: RunResponse): number {
  return marked + copied + moved === 0 ? 0 : met
}

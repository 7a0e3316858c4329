import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { NativeFilters, NativeInputOf } from '../../../wire/native/types.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import { failureOf, Problem, type Failure } from '../../wire/http/problem.ts'
import type { Connection } from '../session/connection.ts'
import type { FilterEntry, Rule } from './rules.ts'

type Change = NativeInputOf<'save-filters'>['change']

/** Where the mail server found a script to be wrong; each save that is refused has a new one. */
export interface RefusedLine {
  readonly line: number
}

/** What the mail server does with the owner's mail. */
export interface OwnFilters {
  /** undefined until they were requested. */
  readonly filters: ReadonlySignal<NativeFilters | undefined>
  readonly isBusy: ReadonlySignal<boolean>
  /** Why the last reading or save failed. */
  readonly problem: ReadonlySignal<Failure | undefined>
  /** Of the last save, where it was refused for a line of the script. */
  readonly refusedLine: ReadonlySignal<RefusedLine | undefined>
  /** One that was begun from a message, for the page of filters to open. */
  readonly newRule: Signal<Rule | undefined>
  readonly load: () => Promise<boolean>
  /** Each says whether it was saved. What another program has changed meanwhile is read again, and nothing is saved. */
  saveEntries(entries: readonly FilterEntry[]): Promise<boolean>
  saveText(text: string): Promise<boolean>
  readonly forgetProblem: () => void
}

interface OwnFiltersOptions {
  readonly http: Pick<HttpClient, 'get' | 'post'>
  readonly connection: Pick<Connection, 'reach' | 'once'>
  /** What is said where another program has changed them first. */
  readonly changedElsewhere: () => string
}

/** Builds it; nothing is asked before a load. */
export function createOwnFilters({
  http,
  connection,
  changedElsewhere,
}: OwnFiltersOptions): OwnFilters {
  const { signal: abort } = new AbortController()
  const filters = signal<NativeFilters | undefined>(undefined)
  const isBusy = signal(false)
  const problem = signal<Failure | undefined>(undefined)
  const refusedLine = signal<RefusedLine | undefined>(undefined)

  /** A reading under way: a save waits for it, so that nothing older takes the place of what was saved. */
  let reading: Promise<boolean> = Promise.resolve(true)

  function forgetProblem(): void {
    problem.value = undefined
    refusedLine.value = undefined
  }

  async function take(pending: Promise<NativeFilters>): Promise<boolean> {
    forgetProblem()
    try {
      filters.value = await pending
      return true
    } catch (error) {
      problem.value = failureOf(error)
      refusedLine.value = refusedLineOf(error)
      if (error instanceof Problem && error.code === 'filters_changed') await readAgain()
      return false
    }
  }

  const read = () => connection.reach(() => http.get('filters', {}, abort), abort)

  /** What was entered stays in its form; below it stands what is saved. */
  async function readAgain(): Promise<void> {
    try {
      filters.value = await read()
      problem.value = { message: changedElsewhere() }
    } catch (error) {
      problem.value = failureOf(error)
    }
  }

  async function save(change: Change): Promise<boolean> {
    isBusy.value = true
    try {
      await reading
      const etag = filters.peek()?.etag ?? ''
      const post = () => http.post('save-filters', { etag, change }, abort)
      return await take(connection.once(post, abort))
    } finally {
      isBusy.value = false
    }
  }

  return {
    filters,
    isBusy,
    problem,
    refusedLine,
    newRule: signal<Rule | undefined>(undefined),
    load: () => (reading = take(read())),
    saveEntries: (entries) => save({ kind: 'entries', entries: entries.map(written) }),
    saveText: (text) => save({ kind: 'text', text }),
    forgetProblem,
  }
}

function refusedLineOf(error: unknown): RefusedLine | undefined {
  const isRefused = error instanceof Problem && error.code === 'filter_refused'
  const line = isRefused ? Number(error.about) : Number.NaN
  return Number.isInteger(line) ? { line } : undefined
}

/** An entry as a save takes it. */
function written(entry: FilterEntry) {
  const place = entry.place === undefined ? {} : { place: entry.place }
  return entry.kind === 'rule'
    ? { kind: entry.kind, ...place, rule: entry.rule }
    : { kind: entry.kind, ...place, text: entry.text }
}

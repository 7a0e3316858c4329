import {
  type DocumentOwner,
  PersonalRefused,
  type PersonalDocuments,
} from '../../../store/index.ts'
import type { ImportOutcome } from '../../contacts/book/import.ts'
import { Refusal } from '../../http/refusal.ts'
import { migrationProblem, type MigrationPart, type MigrationProblem } from './report.ts'
import { entryMark } from './source-entry.ts'

/** One user's things on their way. */
export interface MigrationRun {
  readonly owner: DocumentOwner
  readonly documents: PersonalDocuments
  /** Marks of what was taken before. */
  readonly before: ReadonlySet<string>
  /** Marks of what is taken now. */
  readonly taken: string[]
  readonly problems: MigrationProblem[]
}

/** What a part became, and which of its rows are not here: they are told again by the next run. */
interface PartOutcome extends ImportOutcome {
  readonly leftOut: ReadonlySet<number>
}

/**
 * Gives `work` the rows that were not taken before. What it refuses is told, and nothing of the part counts as taken.
 * Throws whatever else it throws.
 */
export async function takePart<Row extends { readonly id: number }>(
  { before, taken, problems }: MigrationRun,
  { part, rows }: { readonly part: MigrationPart; readonly rows: readonly Row[] },
  work: (rows: readonly Row[]) => Promise<PartOutcome>,
): Promise<ImportOutcome> {
  const marked = rows.map((row) => ({ row, mark: entryMark(part, row) }))
  const fresh = marked.filter(({ mark }) => !before.has(mark))
  const known = rows.length - fresh.length
  try {
    const { added, changed, same, leftOut } = await work(fresh.map(({ row }) => row))
    const here = fresh.filter(({ row }) => !leftOut.has(row.id))
    taken.push(...here.map(({ mark }) => mark))
    return { added, changed, same: same + known }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    problems.push(migrationProblem(part, '', refusal.code, refusal.about))
    return { added: 0, changed: 0, same: known }
  }
}

/** Why a part could not be kept, where it is for a limit or a user who writes at the same time; undefined otherwise. */
export function refusalOf(
  error: unknown,
): { readonly code: string; readonly about: string } | undefined {
  const cause = error instanceof Refusal ? error.cause : error
  if (cause instanceof PersonalRefused) {
    return { code: cause.code, about: `the limit is ${cause.limit}` }
  }
  return error instanceof Refusal ? { code: error.code, about: '' } : undefined
}

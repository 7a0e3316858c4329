import type { ImportOutcome } from '../../contacts/book/import.ts'

/** What became of one user's things. */
export interface MigrationReport {
  readonly contacts: ImportOutcome
  readonly recipients: ImportOutcome
  readonly trustedSenders: ImportOutcome
  readonly identities: ImportOutcome
  readonly templates: ImportOutcome
  readonly preferences: PreferencesOutcome
  /** What was left out, or not taken as it was; no more than a user reads. */
  readonly problems: readonly MigrationProblem[]
  /** All of it. */
  readonly problemCount: number
}

/** Preferences by the names they have in Roundcube. */
export interface PreferencesOutcome {
  readonly taken: readonly string[]
  /** The user has chosen otherwise here. */
  readonly kept: readonly string[]
  /** There is nothing here that they would change. */
  readonly left: readonly string[]
  /** How many were taken before. */
  readonly same: number
}

/** The same while it is gathered. */
export interface GatheredOutcome {
  readonly taken: string[]
  readonly kept: string[]
  readonly left: string[]
  same: number
}

/** Something of a user that could not be taken over as it was. */
export interface MigrationProblem {
  readonly part: MigrationPart
  /** Its number in Roundcube's table, with its name; empty where the whole part is meant. */
  readonly entry: string
  /** `*_left_out`, `*_invalid`, `not_taken`, `over_limit` and the like: plugin/docs/admin-guide.md. */
  readonly code: string
  /** The value as it stands there, cut to what a report can show. */
  readonly about: string
}

export type MigrationPart =
  'contact' | 'group' | 'recipient' | 'trusted-sender' | 'identity' | 'response' | 'preference'

const MAX_ABOUT_CHARS = 80
const MAX_PROBLEMS = 200

/** Builds a problem; long and unprintable values are cut. */
export function migrationProblem(
  part: MigrationPart,
  entry: string,
  code: string,
  about = '',
): MigrationProblem {
  return { part, entry: shown(entry), code, about: shown(about) }
}

/** How a report names an entry. */
export function entryName(id: number, name: string): string {
  return `${id} ${JSON.stringify(name)}`
}

/** The problems that a report names, and how many there are. */
export function boundedProblems(
  problems: readonly MigrationProblem[],
): Pick<MigrationReport, 'problems' | 'problemCount'> {
  return { problems: problems.slice(0, MAX_PROBLEMS), problemCount: problems.length }
}

function shown(text: string): string {
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  return plain.length > MAX_ABOUT_CHARS ? `${plain.slice(0, MAX_ABOUT_CHARS)}…` : plain
}

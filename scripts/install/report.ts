import type { PreflightFinding } from './preflight/finding.ts'

/** How a run ended, by its exit code. */
export type InstallOutcome =
  'done' | 'nothing to do' | 'dry run' | 'refused' | 'rolled back' | 'incomplete'

/** Everything a run has to tell. */
export interface Report {
  readonly outcome: InstallOutcome
  readonly findings: readonly PreflightFinding[]
  /** One line per step, as it went. */
  readonly steps: readonly string[]
  /** What a removal leaves where it was, and why, one line each. */
  readonly left: readonly string[]
  /** What went wrong, and what is left to do manually. */
  readonly problems: readonly string[]
  /** The end of Postern's own output, when it did not become ready. */
  readonly log: readonly string[]
  /** What `postern doctor` said at the end. */
  readonly doctor: readonly string[]
  /** What an administrator does next. */
  readonly next: readonly string[]
}

/** A report of a run that did nothing yet; what is known replaces the parts. */
export function report(parts: Partial<Report> & Pick<Report, 'outcome'>): Report {
  return {
    findings: [],
    steps: [],
    left: [],
    problems: [],
    log: [],
    doctor: [],
    next: [],
    ...parts,
  }
}

const EXIT_CODES: Readonly<Record<InstallOutcome, number>> = {
  done: 0,
  'nothing to do': 0,
  'dry run': 0,
  refused: 3,
  'rolled back': 4,
  incomplete: 5,
}

export function exitCodeOf({ outcome }: Report): number {
  return EXIT_CODES[outcome]
}

/** One finding as a line of the report. */
export function findingText({ kind, subject, text }: PreflightFinding): string {
  const marks = { fine: 'ok  ', warning: 'warn', refusal: 'NO  ' } as const
  return `${marks[kind]} ${subject}: ${text}`
}

/** The report as users read it, without the lines that they were told already. */
export function reportText(
  { outcome, findings, steps, left, problems, log, doctor, next }: Report,
  reported: ReadonlySet<string> = new Set(),
): string {
  return [
    ...[...findings.map(findingText), ...steps].filter((line) => !reported.has(line)),
    ...left.map((line) => `left: ${line}`),
    ...problems.map((problem) => `problem: ${problem}`),
    ...titled('the last lines of Postern:', log),
    ...titled('postern doctor:', doctor),
    outcome,
    ...titled('next:', next),
    '',
  ].join('\n')
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]
}

import { MailFault } from '../../proxy/mail/index.ts'

/** `note`: worth knowing, nothing to do. Warnings cost safety or speed; errors cost service. */
export type Severity = 'fine' | 'note' | 'warning' | 'error'

/** One thing that was looked at, by `postern doctor` or by the service itself. */
export interface Finding {
  /** Stable, for monitoring: `redis.eviction`. */
  readonly id: string
  readonly severity: Severity
  readonly seen: string
  /** What to do; undefined when nothing is to be done. */
  readonly advice: string | undefined
}

/** All is well. */
export function fine(id: string, seen: string): Finding {
  return { id, severity: 'fine', seen, advice: undefined }
}

/** Something an operator should know. */
export function note(id: string, seen: string, advice?: string): Finding {
  return { id, severity: 'note', seen, advice }
}

/** Something that costs safety or speed. */
export function warning(id: string, seen: string, advice: string): Finding {
  return { id, severity: 'warning', seen, advice }
}

/** Something that costs service. */
export function failed(id: string, seen: string, advice: string): Finding {
  return { id, severity: 'error', seen, advice }
}

const marks: Readonly<Record<Severity, string>> = {
  fine: 'ok     ',
  note: 'note   ',
  warning: 'WARNING',
  error: 'ERROR  ',
}

/** A finding for a user to read: what was seen, and below it what to do. */
export function findingLines({ severity, seen, advice }: Finding, suffix = ''): string {
  const head = `${marks[severity]} ${seen}${suffix}\n`
  return advice === undefined ? head : `${head}        ${advice}\n`
}

/** The words of whatever was thrown. */
export function wordsOf(error: unknown): string {
  if (error instanceof MailFault) return error.serverText
  return error instanceof Error ? error.message : String(error)
}

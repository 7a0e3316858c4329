/** What was found before anything was changed. A refusal ends the installation; a warning does not. */
export interface PreflightFinding {
  readonly kind: 'fine' | 'warning' | 'refusal'
  readonly subject: string
  /** What was seen and, unless it is fine, what to do. */
  readonly text: string
}

export function preflightFine(subject: string, text: string): PreflightFinding {
  return { kind: 'fine', subject, text }
}

export function preflightWarning(subject: string, text: string): PreflightFinding {
  return { kind: 'warning', subject, text }
}

export function refusal(subject: string, text: string): PreflightFinding {
  return { kind: 'refusal', subject, text }
}

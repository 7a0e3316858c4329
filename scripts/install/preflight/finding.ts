/** What was found before anything was changed. A refusal ends the installation; a warning does not. */
export interface Finding {
  readonly kind: 'fine' | 'warning' | 'refusal'
  readonly subject: string
  /** What was seen and, unless it is fine, what to do. */
  readonly text: string
}

export function fine(subject: string, text: string): Finding {
  return { kind: 'fine', subject, text }
}

export function warning(subject: string, text: string): Finding {
  return { kind: 'warning', subject, text }
}

export function refusal(subject: string, text: string): Finding {
  return { kind: 'refusal', subject, text }
}

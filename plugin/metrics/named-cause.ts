/** Why a request was slow or refused, for the users who run Postern. */
export interface Cause {
  /** One sentence that names who or what it was. */
  readonly what: string
  /** The setting that drew the line, where one did. */
  readonly setting: string | undefined
  /** What to look at or to change. */
  readonly advice: string
}

/** A cause; without a setting where no limit was met. */
export function namedCause(what: string, advice: string, setting?: string): Cause {
  return { what, advice, setting }
}

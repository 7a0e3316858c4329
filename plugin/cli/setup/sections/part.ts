import type { Config } from '../../../config/schema.ts'
import type { Check, Patient } from '../../doctor/patient.ts'
import type { DraftValues } from '../draft.ts'
import type { Prompt } from '../prompt.ts'

/** What one part of the questions needs to be tried. */
export interface PartValues extends DraftValues {
  /** A mailbox to sign in to, for the trial alone. */
  readonly mailbox?: Patient['mailbox']
}

/** One part of the questions, and the checks that try its answers on the real server. */
export interface Part {
  readonly title: string
  /** The present settings are what an empty response means; `written` are those that were decided. */
  prompt(
    prompt: Prompt,
    present: Config,
    written: Readonly<Record<string, unknown>>,
  ): Promise<PartValues>
  readonly checks: readonly Check[]
}

/** The fault of a response that must be there. */
export function isNeeded(typed: string): string | undefined {
  return typed === '' ? 'an answer is needed' : undefined
}

/** The fault of a port number. */
export function portFault(value: string): string | undefined {
  const isPort = /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535
  return isPort ? undefined : 'a number from 1 to 65535'
}

/** The fault of an address of the web; the empty one is none. */
export function webAddressFault(typed: string): string | undefined {
  const isValid = typed === '' || (URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol))
  return isValid ? undefined : 'an address that begins with http:// or https://'
}

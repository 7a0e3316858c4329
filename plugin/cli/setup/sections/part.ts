import type { Config } from '../../../config/schema.ts'
import type { Check, Patient } from '../../doctor/patient.ts'
import type { Answers } from '../draft.ts'
import type { Prompt } from '../prompt.ts'

/** What one part of the questions needs to be tried. */
export interface Asked extends Answers {
  /** A mailbox to sign in to, for the trial alone. */
  readonly mailbox?: Patient['mailbox']
}

/** One part of the questions, and the checks that try its answers on the real server. */
export interface Part {
  readonly title: string
  /** The present settings are what an empty answer means. */
  ask(prompt: Prompt, present: Config): Promise<Asked>
  readonly checks: readonly Check[]
}

/** The fault of an answer that must be there. */
export function isNeeded(answer: string): string | undefined {
  return answer === '' ? 'an answer is needed' : undefined
}

/** The fault of a port number. */
export function portFault(answer: string): string | undefined {
  const isPort = /^\d{1,5}$/.test(answer) && Number(answer) >= 1 && Number(answer) <= 65_535
  return isPort ? undefined : 'a number from 1 to 65535'
}

/** The fault of an address of the web; the empty one is none. */
export function webAddressFault(answer: string): string | undefined {
  const isGood =
    answer === '' || (URL.canParse(answer) && /^https?:$/.test(new URL(answer).protocol))
  return isGood ? undefined : 'an address that begins with http:// or https://'
}

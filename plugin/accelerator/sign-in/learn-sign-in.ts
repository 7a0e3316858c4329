import { SealBroken, type ForeignSession, type RoundcubeCipher } from '../../../store/index.ts'
import type { SetProof } from '../session/session-cookies.ts'
import type { LearnedUser } from './learned-users.ts'
import { readSignInSession } from './session-template.ts'
import type { SignInForm } from './sign-in-form.ts'

/** A sign-in that Roundcube has accepted, as its response tells. */
export interface SeenSignIn extends SetProof {
  /** undefined: the id of the session is set in a way that we do not. */
  readonly idAttributes: string | undefined
  /** Where it leads, behind the address of its script: `_task=mail&_token=...`; undefined for elsewhere. */
  readonly query: string | undefined
}

interface Lesson {
  readonly form: SignInForm | undefined
  readonly scheme: string
  readonly seen: SeenSignIn
  readonly cipher: RoundcubeCipher
}

/**
 * What a sign-in of Roundcube's shows of a user. undefined unless we would have started the same session: its variables are
 * known, its password opens with Roundcube's key, and it leads where we would have led.
 */
export function learnSignIn(
  { vars }: ForeignSession,
  { form, scheme, seen, cipher }: Lesson,
): LearnedUser | undefined {
  const { template, values } = readSignInSession(vars) ?? {}
  const { idAttributes } = seen
  if (form === undefined || template === undefined || values === undefined) return undefined
  const isSame =
    values.timeZone === form.timeZone &&
    seen.query === `${form.landing}&_token=${values.requestToken}` &&
    seen.cookies.authProof.startsWith(`${values.authSecret}-`) &&
    isOpenedBy(cipher, values.password, form.password)
  if (!isSame || idAttributes === undefined) return undefined
  return {
    template: template.vars.toString('base64'),
    userId: template.userId,
    username: template.username,
    storageHost: template.storageHost,
    ...{ scheme, idAttributes, proofAttributes: seen.attributes },
  }
}

function isOpenedBy(cipher: RoundcubeCipher, sealed: string, password: string): boolean {
  try {
    return cipher.open(sealed) === password
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}

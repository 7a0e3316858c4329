import type { LoginPageEnv } from '../wire/native/types.ts'
import { offerPasskey } from './passkey-step.ts'
import { offerRecoveryCodes } from './recovery-step.ts'

/** Adds to a page of the sign-in what it needs a script for. */
export function helpWithStep(document: Document, { passkey }: LoginPageEnv): void {
  if (passkey === undefined) offerRecoveryCodes(document)
  else offerPasskey(document, passkey)
}

import { MailFault } from '../../../proxy/mail/index.ts'

/**
 * Does what follows an act that has succeeded: counting, drawing the page anew, filing a copy. When that
 * fails the act must not be reported as failed, or somebody would do it twice; so it answers undefined.
 */
export async function afterAct<Outcome>(
  follow: () => Promise<Outcome>,
): Promise<Outcome | undefined> {
  try {
    return await follow()
  } catch (error) {
    if (error instanceof MailFault) return undefined
    throw error
  }
}

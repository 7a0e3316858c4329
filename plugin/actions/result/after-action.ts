import { MailFault } from '../../../proxy/mail/index.ts'

/**
 * Does what follows an action that has succeeded: counting, drawing the page again, filing a copy. When that
 * fails the action must not be reported as failed, or someone would do it twice; so it answers undefined.
 */
export async function afterAction<Outcome>(
  follow: () => Promise<Outcome>,
): Promise<Outcome | undefined> {
  try {
    return await follow()
  } catch (error) {
    if (error instanceof MailFault) return undefined
    throw error
  }
}

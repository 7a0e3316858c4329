import type { Dovecot } from '../dovecot/dovecot.ts'
import type { Random } from '../random.ts'
import { sampleMessage } from '../sample-messages.ts'

/** Changes INBOX now and then as other mail programs do: new mail, flags, messages gone. */
export function createDisturbance(
  dovecot: Dovecot,
  user: string,
  random: Random,
): () => Promise<void> {
  const mailbox = 'INBOX'
  let delivered = 1_000

  return async () => {
    const dice = random(100)
    const uid = 1 + random(70)
    if (dice < 5) {
      delivered += 1
      await dovecot.deliver(user, { raw: sampleMessage(delivered, user), receivedAt: Date.now() })
    } else if (dice < 9) {
      await dovecot.doveadm.setFlag(user, { mailbox, uid, flag: '\\Flagged' }, random(2) === 0)
    } else if (dice < 12) {
      await dovecot.doveadm.setFlag(user, { mailbox, uid, flag: '\\Seen' }, random(2) === 0)
    } else if (dice < 13) {
      await dovecot.doveadm.expunge(user, { mailbox, uid })
    }
  }
}

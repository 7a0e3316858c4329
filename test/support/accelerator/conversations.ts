import type { Dovecot } from '../dovecot/dovecot.ts'
import type { Random } from '../random.ts'

const names = ['Zoe Ash', 'adam Boyd', 'Mia Cole', 'Ben Zorn', 'Ida Ek'] as const
/** Sorted otherwise than the names. */
const addresses = ['ash', 'zorn', 'mia', 'cole', 'a.boyd'] as const
const FLAGGED_EVERY = 6
const firstSentAt = Date.UTC(2026, 1, 2, 8, 0, 0)

/**
 * Delivers messages to INBOX that response each other, some of them one that is not there; unread or not, some of them
 * flagged, sent in another order than they arrive.
 */
export async function deliverConversations(
  dovecot: Dovecot,
  user: string,
  { count, random }: { readonly count: number; readonly random: Random },
): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const answered = random(10) < 6 ? 1 + random(number) : undefined
    const from = random(names.length)
    const raw = [
      `From: ${names[from] ?? ''} <${addresses[from] ?? ''}@example.org>`,
      `To: ${names[random(names.length)] ?? ''} <${user}>`,
      `Subject: ${answered === undefined ? '' : 'Re: '}Subject ${random(7)}`,
      `Date: ${new Date(firstSentAt + random(5_000) * 60_000).toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <talk-${number}@example.org>`,
      ...(answered === undefined ? [] : referencesTo(answered, random)),
      ...['MIME-Version: 1.0', 'Content-Type: text/plain', '', 'x'.repeat(random(3_000))],
    ].join('\r\n')
    const seen = random(3) === 0 ? [] : ['\\Seen']
    const flags = number % FLAGGED_EVERY === 0 ? [...seen, '\\Flagged'] : seen
    await dovecot.deliver(user, { raw, flags, receivedAt: firstSentAt + random(9_000) * 60_000 })
  }
}

/** Every fifth message answers one that never came. */
function referencesTo(answered: number, random: Random): readonly string[] {
  const id = random(5) === 0 ? `lost-${random(4)}` : `talk-${answered}`
  return [`In-Reply-To: <${id}@example.org>`, `References: <${id}@example.org>`]
}

import test from 'ava'
import type { MailEvent } from '../../../../proxy/mail/model/account.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { sampleMessage } from '../../../support/sample-messages.ts'
import { openAccount, otherClient } from '../engine.ts'
import { hasStarted, listen } from '../listening.ts'
import { rawImap } from '../raw-imap.ts'

const MAILBOXES = 50
const DELIVERIES = 200

test(`each of ${DELIVERIES} deliveries into ${MAILBOXES} mailboxes is told`, async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const raw = await rawImap(t, dovecot, dovecot.userName(1))
  const paths = Array.from({ length: MAILBOXES }, (_, n) => `Work${n}`)
  for (const path of paths) {
    await raw.run(`CREATE ${path}`)
    await raw.run(`SUBSCRIBE ${path}`)
  }
  const heard = listen(openAccount(t, dovecot, 1), 'INBOX')
  await heard.until(hasStarted)
  const other = await otherClient(t, dovecot, 1)

  const latencies: Promise<number>[] = []
  for (let n = 0; n < DELIVERIES; n += 1) {
    const path = paths[n % MAILBOXES] ?? ''
    const messages = Math.floor(n / MAILBOXES) + 1
    const sentAt = performance.now()
    await other.append(path, sampleMessage(n, 'a@example.test'), [])
    latencies.push(heard.until(reportsOf(path, messages)).then(() => performance.now() - sentAt))
  }

  const sorted = (await Promise.all(latencies)).sort((one, two) => one - two)
  const at = (share: number) => Math.round(sorted[Math.floor(share * sorted.length)] ?? 0)
  t.log(`p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(0.999)} ms`)
  t.is(sorted.length, DELIVERIES)
})

/** Told with this delivery or a later one: several into one mailbox may be told together. */
function reportsOf(path: string, messages: number): (events: readonly MailEvent[]) => boolean {
  return (events) =>
    events.some(
      (event) =>
        event.kind === 'counts' && event.state.path === path && event.state.messages >= messages,
    )
}

import test from 'ava'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { startTcpRelay } from '../support/http/tcp-relay.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'
import { startPostern } from '../support/postern/postern.ts'
import { isLong } from '../support/process/long-tests.ts'

/** What the mail server says arrives so much later. */
const ROUND_TRIP_MS = isLong ? 5_000 : 500

test(`a sign-in at a mail server ${ROUND_TRIP_MS} ms away takes three round trips, and its first list as many`, async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 2)
  const far = await startTcpRelay(t, { ...dovecot, responseDelayMs: ROUND_TRIP_MS })
  const postern = await startPostern({ t, mail: far })
  const client = createWebmailClient(postern.base())

  const { status } = await client.submitSignIn(dovecot.userName(1), dovecot.password)
  const ofSignIn = far.roundTrips
  await client.get('')
  const { uids } = await client.list('INBOX')

  t.is(status, 302)
  t.is(ofSignIn, 3)
  t.deepEqual(uids, [2, 1])
  t.true(far.roundTrips <= ofSignIn + 3, 'all folders, their counts and the list')
  t.is(far.connections, 1)
})

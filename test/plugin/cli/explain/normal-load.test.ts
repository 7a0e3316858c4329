import test from 'ava'
import { NATIVE_TYPE } from '../../../../plugin/wire/native/types.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { createWebmailClient } from '../../../support/http/webmail-client.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import { errorLines } from '../../../support/postern/error-lines.ts'
import { startPostern } from '../../../support/postern/postern.ts'

const USERS = 5
const HOUR_MS = 3_600_000
const NATIVE = { accept: NATIVE_TYPE }

// At full length with the limit that an installation has; the short one is not about how fast this machine is.
test('normal load names no cause', async (t) => {
  const dovecot = await startDovecot({ t, users: USERS })
  for (let n = 1; n <= USERS; n += 1) await dovecot.seed(dovecot.userName(n), 5)
  const config = isLong ? {} : { log: { slowMs: 600_000 } }
  const postern = await startPostern({ t, mail: dovecot, config })
  const until = Date.now() + (isLong ? HOUR_MS : 0)

  await Promise.all(
    Array.from({ length: USERS }, async (_, index) => {
      const client = createWebmailClient(postern.base())
      await client.signIn(dovecot.userName(index + 1), dovecot.password)
      do {
        await client.list('INBOX')
        await client.get('?_task=mail&_action=show&_mbox=INBOX&_uid=1', NATIVE)
        await client.getunread()
        await client.refresh('INBOX', [1])
      } while (Date.now() < until)
      await client.post('?_task=logout', { _token: client.token() })
    }),
  )
  await postern.end()

  const told = postern.output.text().split('\n')
  t.deepEqual(
    told.filter((line) => /"what":|"level":"(warn|error)"/.test(line)),
    [],
  )
  t.deepEqual(await errorLines(postern), [])
})

import test from 'ava'
import { NOTIFY_COMMAND } from '../../../proxy/mail/watch/notify.ts'
import { rawImap } from '../../proxy/mail/raw-imap.ts'
import { eventually } from '../../support/database/rows.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { codeBlocks } from '../../support/install/document-commands.ts'

test('the lines of the guide let Dovecot hibernate who is in IDLE, but not who watches as Postern does', async (t) => {
  const blocks = await codeBlocks('plugin/docs/admin-guide.md', '### Dovecot behind it', 'dovecot')
  const settings = blocks.join('').replace('timeout = 30s', 'timeout = 1s')
  const dovecot = await startDovecot({ t, users: 2, settings })
  const watching = await rawImap(t, dovecot, dovecot.userName(1))
  const phone = await rawImap(t, dovecot, dovecot.userName(2))
  await watching.run('SELECT INBOX')
  await watching.run(NOTIFY_COMMAND)
  await phone.run('SELECT INBOX')

  // They idle until the connection ends.
  for (const one of [watching, phone]) void one.run('IDLE').catch(() => undefined)

  // The one that watches was idle before.
  t.is(
    await eventually(
      () => dovecot.doveadm.processes('imap'),
      (count) => count < 2,
    ),
    1,
  )
  t.is(await dovecot.doveadm.processes('imap-hibernate'), 1)
})

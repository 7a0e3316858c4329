import { readFile } from 'node:fs/promises'
import test from 'ava'
import { Problem } from '../../plugin/web/wire/http/problem.ts'
import { patient } from '../proxy/mail/engine.ts'
import { eventually } from '../support/database/rows.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { startPostern } from '../support/postern/postern.ts'
import { openLivePage } from './page.ts'

test('a password that was changed elsewhere ends the session at its first refusal', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)
  const postern = await startPostern({ t, mail: dovecot })
  const { page, roundcube } = await openLivePage(postern, user, dovecot.password)
  const list = () => page.http.get('list', { mailbox: 'INBOX' }, patient.signal)
  await list()
  await dovecot.changePassword('another-Pass.2')
  await dovecot.restart()

  for (let attempt = 0; attempt < 4; attempt += 1) {
    const refused = await t.throwsAsync(list(), { instanceOf: Problem })
    t.like(refused, { code: 'not_signed_in', status: 401 })
  }

  // More than one would look like guessing, and fail2ban counts these lines.
  const reported = await eventually(
    () => readFile(postern.errorLog, 'utf8').catch(() => ''),
    (text) => text.includes('Login failed for'),
  )
  t.is(reported.match(/Login failed for/g)?.length, 1)
  const entry = await roundcube.get('?_task=mail')
  t.regex(entry.text, /name="_pass"/)
  t.is((await roundcube.signIn(user, 'another-Pass.2')).status, 302)
})

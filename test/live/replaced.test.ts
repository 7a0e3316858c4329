import test, { type ExecutionContext } from 'ava'
import { Problem } from '../../plugin/web/wire/http/problem.ts'
import { patient } from '../proxy/mail/engine.ts'
import { rawImap } from '../proxy/mail/raw-imap.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { startPostern } from '../support/postern/postern.ts'
import { requestList, openLivePage, type LivePage } from './page.ts'
import type { WebmailClient } from '../support/http/webmail-client.ts'

interface Stage {
  readonly page: LivePage
  readonly roundcube: WebmailClient
  /** Deletes Work and makes it again, with another message under the same UID. */
  readonly replace: () => Promise<void>
  /** Flags of the only message of Work, as another client sees them. */
  readonly flags: () => Promise<string | undefined>
}

/** Work holds one message. */
async function openStage(t: ExecutionContext): Promise<Stage> {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)
  const other = await rawImap(t, dovecot, user)
  await other.run('CREATE Work')
  await dovecot.deliver(user, { mailbox: 'Work', raw: 'Subject: old\r\n\r\nx\r\n' })
  const postern = await startPostern({ t, mail: dovecot })
  const { page, roundcube } = await openLivePage(postern, user, dovecot.password)
  return {
    page,
    roundcube,
    replace: async () => {
      await other.run('DELETE Work')
      await other.run('CREATE Work')
      await dovecot.deliver(user, { mailbox: 'Work', raw: 'Subject: new\r\n\r\nx\r\n' })
    },
    flags: async () => {
      const fresh = await rawImap(t, dovecot, user)
      await fresh.run('EXAMINE Work')
      const lines = await fresh.run('UID FETCH 1 (FLAGS)')
      return /FLAGS \(([^)]*)\)/.exec(lines.join(' '))?.[1]?.replace('\\Recent', '').trim()
    },
  }
}

test('an action of our page on a folder that was made again is refused until it is listed again', async (t) => {
  const { page, replace, flags } = await openStage(t)
  const { mailbox, uidValidity, rows } = await requestList(page, { mailbox: 'Work' })
  const input = { mailbox, uids: rows.map(({ uid }) => uid), flag: 'flagged' } as const
  await replace()

  const refused = await t.throwsAsync(
    page.http.post('mark', { ...input, uidValidity }, patient.signal),
    { instanceOf: Problem },
  )

  t.like(refused, { code: 'mailbox_replaced', status: 409, canRetry: false })
  t.is(await flags(), '')
  const again = await requestList(page, { mailbox: 'Work' })
  t.is(again.rows[0]?.subject, 'new')
  await page.http.post('mark', { ...input, uidValidity: again.uidValidity }, patient.signal)
  t.is(await flags(), '\\Flagged')
})

test("an action of Roundcube's front end is held to the list its session was last shown", async (t) => {
  const { roundcube, replace, flags } = await openStage(t)
  await roundcube.list('Work')
  await replace()

  const mark = '?_task=mail&_action=mark'
  const form = { _mbox: 'Work', _uid: '1', _flag: 'flagged', _remote: '1' }
  const refused = await roundcube.post(mark, { ...form, _token: roundcube.token() })

  t.regex(refused.text, /This folder was replaced by a new one/)
  t.is(await flags(), '')
  await roundcube.list('Work')
  await roundcube.post(mark, { ...form, _token: roundcube.token() })
  t.is(await flags(), '\\Flagged')
})

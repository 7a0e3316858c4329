import test from 'ava'
import { createMigration } from '../../../plugin/migration/migrate.ts'
import { createSettingsStore } from '../../../plugin/settings/owner-settings.ts'
import type { FolderUses } from '../../../plugin/settings/folder-choices.ts'
import { mailboxName } from '../../../proxy/mail/index.ts'
import { openRoundcube } from '../../../store/index.ts'
import { memoryPersonal } from '../../support/contacts/memory-personal.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { startRoundcube } from '../../support/roundcube/roundcube.ts'
import { readRowsHere } from '../../support/migration/read-rows-here.ts'

test('what a user sets in a Roundcube of Debian is taken over as they have it there', async (t) => {
  const dovecot = await startDovecot({ t, users: 2 })
  const user = dovecot.userName(1)
  const roundcube = await startRoundcube(await temporaryDirectory(t), dovecot.port)
  t.teardown(() => roundcube.stop())
  const anna = createWebmailClient(roundcube.script)
  await anna.signIn(user, dovecot.password)
  const save = (section: string, fields: Readonly<Record<string, string>>) =>
    anna.post('?_task=settings&_action=save-prefs', {
      ...{ _token: anna.token(), _section: section, _framed: '1' },
      ...fields,
    })
  await save('folders', {
    _drafts_mbox: 'Entw&APw-rfe',
    _sent_mbox: 'INBOX.Out',
    _trash_mbox: 'Bin',
  })
  await save('mailview', { _show_images: '3' })
  await save('mailbox', { _layout: 'desktop', _mail_read_time: '10' })
  const trusted = { _address: 'Bea <Bea@Example.org>', _source: '2', _remote: '1' }
  await anna.post('?_task=mail&_action=addcontact', trusted, {
    'x-roundcube-request': anna.token(),
  })

  const url = `sqlite:${roundcube.database}`
  const source = await openRoundcube({ url, tablePrefix: '', maxEntries: 100, timeoutMs: 10_000 })
  t.teardown(() => source.close())
  const [sourceUser] = await source.people(user)
  if (sourceUser === undefined) return t.fail('Roundcube does not know who signed in')
  const personal = memoryPersonal()
  const owner = { username: user, mailHost: '127.0.0.1' }
  const chosen: FolderUses[] = []
  const migration = createMigration({
    personal,
    textOf: async (html) => html,
    markupOf: async (html) => html,
    mayWriteAs: () => true,
    readRows: readRowsHere,
    folders: { chosen: async () => ({}), choose: async (_owner, uses) => void chosen.push(uses) },
  })
  const report = await migration.migrate(owner, await source.read(sourceUser), { isDryRun: false })

  t.deepEqual(chosen, [
    {
      drafts: mailboxName('Entwürfe'),
      sent: mailboxName('INBOX.Out'),
      trash: mailboxName('Bin'),
    },
  ])
  const { remoteImages, trustedSenders, readingPane, readAfterSeconds } =
    await createSettingsStore(personal).preferences(owner)
  t.deepEqual(
    { remoteImages, trustedSenders, readingPane, readAfterSeconds },
    {
      remoteImages: 'ask',
      trustedSenders: ['bea@example.org'],
      readingPane: 'below',
      readAfterSeconds: 10,
    },
  )
  t.deepEqual([...report.preferences.left].sort(), [
    ...['client_hash', 'inline_images', 'junk_mbox', 'lock_special_folders'],
    ...['mail_pagesize', 'message_extwin', 'prefer_html'],
  ])
})

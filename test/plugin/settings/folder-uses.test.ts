import test from 'ava'
import { mailboxListingOf } from '../../../plugin/settings/folder-choices.ts'
import type { InputOf } from '../../../plugin/actions/index.ts'
import { useFolder } from '../../../plugin/actions/folder/use.ts'
import { withChosenUses } from '../../../plugin/handlers/own/folder-uses.ts'
import {
  readFolderUses,
  writeFolderUses,
  type FolderUses,
} from '../../../plugin/settings/folder-choices.ts'
import { fakeContext, type FakeContext } from '../../support/actions/fake-context.ts'
import { mailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

async function specialBy({ mail, context }: FakeContext, uses: FolderUses) {
  const account = withChosenUses(mail.account, () => Promise.resolve(uses))
  return mailboxListingOf(await account.mailboxes({ signal: context.signal })).special
}

async function choose({ context }: FakeContext, input: InputOf<'use-folder'>) {
  await useFolder.run(input, context)
  return context.folderUses.current()
}

test('a chosen mailbox has its use, and the marked one has it no more', async (t) => {
  const special = await specialBy(fakeContext(), { trash: mailboxName('Archive') })

  t.is(special.trash, mailboxName('Archive'))
  t.is(special.sent, mailboxName('Sent'))
})

test('the choice of a mailbox that is deleted leaves the use to the marked one', async (t) => {
  t.is((await specialBy(fakeContext(), { trash: mailboxName('Gone') })).trash, mailboxName('Trash'))
})

test('a listing is the same object as long as listing and choice are the same', async (t) => {
  const { mail, context } = fakeContext()
  const account = withChosenUses(mail.account, () =>
    Promise.resolve({ trash: mailboxName('Archive') }),
  )

  const one = await account.mailboxes({ signal: context.signal })

  t.is(await account.mailboxes({ signal: context.signal }), one)
})

test('a mailbox has one use: the last that was chosen, or none', async (t) => {
  const fake = fakeContext()

  t.deepEqual(await choose(fake, { path: mailboxName('Archive'), use: 'trash' }), {
    trash: 'Archive',
  })
  t.deepEqual(await choose(fake, { path: mailboxName('Archive'), use: 'archive' }), {
    archive: 'Archive',
  })
  t.deepEqual(await choose(fake, { path: mailboxName('Junk'), use: 'archive' }), {
    archive: 'Junk',
  })
  t.deepEqual(await choose(fake, { path: mailboxName('Junk'), use: 'none' }), {})
})

test('INBOX and a mailbox that is not there are refused', async (t) => {
  const fake = fakeContext()

  const inbox = await t.throwsAsync(choose(fake, { path: 'INBOX', use: 'trash' }))
  const deleted = await t.throwsAsync(choose(fake, { path: mailboxName('Gone'), use: 'trash' }))

  t.like(inbox, { code: 'mailbox_refused' })
  t.like(deleted, { code: 'mailbox_not_found' })
  t.deepEqual(await fake.context.folderUses.current(), {})
})

test('what is kept is read again, and what cannot be read is no choice', (t) => {
  const uses = { trash: mailboxName('Кошик'), sent: mailboxName('Sent Items') }

  t.deepEqual(readFolderUses(writeFolderUses(uses)), uses)
  for (const text of [undefined, '', '{', '[]', '{"folderUses":{"trash":7}}']) {
    t.deepEqual(readFolderUses(text), {})
  }
})

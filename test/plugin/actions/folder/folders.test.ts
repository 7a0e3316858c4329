import test from 'ava'
import type { ActionName } from '../../../../plugin/actions/index.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { rowOf } from '../../../support/actions/samples.ts'
import { type FakeContext, fakeContext } from '../../../support/actions/fake-context.ts'
import { runAction } from '../../../support/actions/run-action.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

function run<Name extends ActionName>(
  name: Name,
  { context }: FakeContext,
  said: Parameters<typeof runAction<Name>>[1],
) {
  return runAction(name, said, context)
}

const refusedNames = [
  ['', undefined],
  ['a.b', '.'],
  ['all*', '*'],
  ['50%, *', '* %'],
] as const

for (const [name, signs] of refusedNames) {
  test(`a folder cannot be called ${JSON.stringify(name)}`, async (t) => {
    const fake = fakeContext()

    const error = await t.throwsAsync(run('create-folder', fake, { name, parent: null }), {
      instanceOf: Refusal,
    })

    t.like(error, { code: 'folder_name_invalid', about: signs })
    t.false(fake.mail.calls.some(([verb]) => verb === 'createMailbox'))
  })
}

test('a new folder is answered with its path and all folders', async (t) => {
  const result = await run('create-folder', fakeContext(), {
    name: 'Work',
    parent: mailboxName('Archive'),
  })

  t.like(result, { kind: 'folders', path: 'Archive.Work' })
})

test('a folder below one that is not there is refused', async (t) => {
  const error = await t.throwsAsync(
    run('create-folder', fakeContext(), { name: 'Work', parent: mailboxName('Gone') }),
    { instanceOf: Refusal },
  )

  t.is(error.code, 'mailbox_not_found')
})

test('folders that mail needs are neither renamed, deleted nor hidden', async (t) => {
  for (const path of ['INBOX', 'Sent', 'Trash'].map((name) => mailboxName(name))) {
    const fake = fakeContext()
    const attempts = [
      () => run('rename-folder', fake, { path, name: 'Other', parent: null }),
      () => run('delete-folder', fake, { path, isPermanent: false }),
      () => run('delete-folder', fake, { path, isPermanent: true }),
      () => run('subscribe-folder', fake, { path, isSubscribed: false }),
    ]
    for (const attempt of attempts) {
      const error = await t.throwsAsync(attempt, { instanceOf: Refusal })
      t.is(error.code, 'mailbox_refused')
    }
  }
})

test('a folder is not moved below itself', async (t) => {
  const error = await t.throwsAsync(
    run('rename-folder', fakeContext(), {
      path: mailboxName('Archive'),
      name: 'x',
      parent: mailboxName('Archive'),
    }),
    { instanceOf: Refusal },
  )

  t.is(error.code, 'mailbox_refused')
})

test('a deleted folder goes into the trash under a name that is free there', async (t) => {
  const fake = fakeContext()
  const [inbox] = fake.mail.mailboxes
  if (inbox === undefined) throw new Error('no mailbox')
  const namesake = {
    ...inbox,
    path: mailboxName('Trash.Archive'),
    name: 'Archive',
    specialUse: undefined,
  }
  fake.mail.mailboxes = [...fake.mail.mailboxes, namesake]

  const result = await run('delete-folder', fake, { path: 'Archive', isPermanent: false })

  t.like(result, { path: 'Trash.Archive 2' })
  t.false(fake.mail.calls.some(([verb]) => verb === 'deleteMailbox'))
})

test('a folder without a trash to go to, or in the trash, is not deleted unless that is said', async (t) => {
  const without = fakeContext()
  without.mail.mailboxes = without.mail.mailboxes.filter(({ path }) => path !== 'Trash')
  const inTrash = fakeContext()
  const [inbox] = inTrash.mail.mailboxes
  if (inbox === undefined) throw new Error('no mailbox')
  const old = { ...inbox, path: mailboxName('Trash.Old'), name: 'Old', specialUse: undefined }
  inTrash.mail.mailboxes = [...inTrash.mail.mailboxes, old]

  const missing = await t.throwsAsync(
    run('delete-folder', without, { path: 'Archive', isPermanent: false }),
  )
  const unconfirmed = await t.throwsAsync(
    run('delete-folder', inTrash, { path: 'Trash.Old', isPermanent: false }),
  )

  t.like(missing, { code: 'trash_missing' })
  t.like(unconfirmed, { code: 'delete_unconfirmed' })
})

test('a folder that holds one that mail needs is neither moved nor deleted', async (t) => {
  const fake = fakeContext()
  const [inbox] = fake.mail.mailboxes
  if (inbox === undefined) throw new Error('no mailbox')
  const needed = {
    ...inbox,
    path: mailboxName('Archive.Sent'),
    name: 'Sent',
    specialUse: 'sent',
  } as const
  fake.mail.mailboxes = [
    ...fake.mail.mailboxes.filter(({ specialUse }) => specialUse !== 'sent'),
    needed,
  ]

  for (const isPermanent of [false, true]) {
    const error = await t.throwsAsync(run('delete-folder', fake, { path: 'Archive', isPermanent }))
    t.like(error, { code: 'mailbox_refused' })
  }
  t.false(fake.mail.calls.some(([verb]) => verb === 'deleteMailbox' || verb === 'renameMailbox'))
})

test('a folder for a use is made under the name every mail program knows, and only where there is none', async (t) => {
  const fake = fakeContext()

  const made = await run('create-special-folder', fake, { use: 'archive' })
  const known = await run('create-special-folder', fake, { use: 'trash' })

  t.like(made, { kind: 'folders', path: 'Archive' })
  t.like(known, { kind: 'folders', path: 'Trash' })
  t.deepEqual(
    fake.mail.calls.filter(([verb]) => verb === 'createMailbox'),
    [['createMailbox', undefined, 'Archive', 'archive']],
  )
})

test('a folder is deleted permanently when that is requested', async (t) => {
  const fake = fakeContext()

  await run('delete-folder', fake, { path: 'Archive', isPermanent: true })

  t.true(fake.mail.calls.some(([verb, path]) => verb === 'deleteMailbox' && path === 'Archive'))
})

test('the UIDs of messages with a flag are those of the list that have it', async (t) => {
  const fake = fakeContext()

  const query = { text: 'report', fields: ['subject' as const], filter: 'all' as const }
  const result = await run('uids', fake, {
    mailbox: 'INBOX',
    search: query,
    flag: 'read',
  })

  t.like(result, { kind: 'uids', set: '1:3', count: 3 })
  t.like(fake.mail.calls[0]?.[2], { flags: 'UNSEEN', search: { text: 'report' } })
})

test('recipients come latest first, each once, under the name used last', async (t) => {
  const fake = fakeContext()
  const anna = { name: 'Anna', address: 'anna@example.org' }
  const bert = { name: 'Bert', address: 'bert@example.org' }
  fake.mail.rows = [
    rowOf({ uid: 3, to: [anna], cc: [] }),
    rowOf({ uid: 2, to: [bert], cc: [] }),
    rowOf({ uid: 1, to: [{ name: 'Bertie', address: 'BERT@example.org' }], cc: [] }),
  ]

  const result = await run('recipients', fake, {})

  t.deepEqual(result, {
    kind: 'recipients',
    addresses: [anna, bert],
    domains: { internal: [], own: ['example.test'], known: ['example.org'] },
  })
})

import test from 'ava'
import type { Action } from '../../../../plugin/actions/contract/action.ts'
import { createFolder, createSpecialFolder } from '../../../../plugin/actions/folder/create.ts'
import { deleteFolder } from '../../../../plugin/actions/folder/delete.ts'
import { recipients } from '../../../../plugin/actions/compose/recipients.ts'
import { renameFolder } from '../../../../plugin/actions/folder/rename.ts'
import { subscribeFolder } from '../../../../plugin/actions/folder/subscribe.ts'
import { uids } from '../../../../plugin/actions/list/uids.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { rowOf } from '../../../support/actions/samples.ts'
import { type FakeContext, fakeContext } from '../../../support/actions/fake-context.ts'
import { listInput } from '../../../support/actions/inputs.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

async function act<Input>(action: Action<Input>, { context }: FakeContext, input: Input) {
  return action.run(input, context)
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

    const error = await t.throwsAsync(act(createFolder, fake, { name, parent: undefined }), {
      instanceOf: Refusal,
    })

    t.like(error, { code: 'folder_name_invalid', about: signs })
    t.false(fake.mail.calls.some(([verb]) => verb === 'createMailbox'))
  })
}

test('a new folder is answered with its path and all folders', async (t) => {
  const result = await act(createFolder, fakeContext(), {
    name: 'Work',
    parent: mailboxName('Archive'),
  })

  t.like(result, { kind: 'folders', path: 'Archive.Work' })
})

test('a folder below one that is not there is refused', async (t) => {
  const error = await t.throwsAsync(
    act(createFolder, fakeContext(), { name: 'Work', parent: mailboxName('Gone') }),
    { instanceOf: Refusal },
  )

  t.is(error.code, 'mailbox_not_found')
})

test('folders that mail needs are neither renamed, deleted nor hidden', async (t) => {
  for (const path of ['INBOX', 'Sent', 'Trash'].map((name) => mailboxName(name))) {
    const fake = fakeContext()
    const attempts = [
      () => act(renameFolder, fake, { path, name: 'Other', parent: undefined }),
      () => act(deleteFolder, fake, { path, isForGood: false }),
      () => act(deleteFolder, fake, { path, isForGood: true }),
      () => act(subscribeFolder, fake, { path, isSubscribed: false }),
    ]
    for (const attempt of attempts) {
      const error = await t.throwsAsync(attempt, { instanceOf: Refusal })
      t.is(error.code, 'mailbox_refused')
    }
  }
})

test('a folder is not moved below itself', async (t) => {
  const error = await t.throwsAsync(
    act(renameFolder, fakeContext(), {
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

  const result = await act(deleteFolder, fake, { path: 'Archive', isForGood: false })

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
    act(deleteFolder, without, { path: 'Archive', isForGood: false }),
  )
  const unconfirmed = await t.throwsAsync(
    act(deleteFolder, inTrash, { path: 'Trash.Old', isForGood: false }),
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

  for (const isForGood of [false, true]) {
    const error = await t.throwsAsync(act(deleteFolder, fake, { path: 'Archive', isForGood }))
    t.like(error, { code: 'mailbox_refused' })
  }
  t.false(fake.mail.calls.some(([verb]) => verb === 'deleteMailbox' || verb === 'renameMailbox'))
})

test('a folder for a use is made under the name every mail program knows, and only where there is none', async (t) => {
  const fake = fakeContext()

  const made = await act(createSpecialFolder, fake, 'archive')
  const known = await act(createSpecialFolder, fake, 'trash')

  t.like(made, { kind: 'folders', path: 'Archive' })
  t.like(known, { kind: 'folders', path: 'Trash' })
  t.deepEqual(
    fake.mail.calls.filter(([verb]) => verb === 'createMailbox'),
    [['createMailbox', undefined, 'Archive', 'archive']],
  )
})

test('a folder is deleted for good when that is asked for', async (t) => {
  const fake = fakeContext()

  await act(deleteFolder, fake, { path: 'Archive', isForGood: true })

  t.true(fake.mail.calls.some(([verb, path]) => verb === 'deleteMailbox' && path === 'Archive'))
})

test('the UIDs of messages with a flag are those of the list that have it', async (t) => {
  const fake = fakeContext()

  const query = { text: 'report', fields: ['subject'], filter: 'all' } as const
  const list = listInput({ search: { kind: 'query', query } })

  const result = await act(uids, fake, {
    ...{ ...list, uidValidity: undefined },
    ...{ flags: 'UNSEEN', ends: undefined },
  })

  t.like(result, { kind: 'uids', set: '1:3', count: 3 })
  t.like(fake.mail.calls[0]?.[2], { flags: 'UNSEEN', search: { text: 'report' } })
})

test('recipients come most frequent first, each once, under the name used last', async (t) => {
  const fake = fakeContext()
  const anna = { name: 'Anna', address: 'anna@example.org' }
  const bert = { name: 'Bert', address: 'bert@example.org' }
  fake.mail.rows = [
    rowOf({ uid: 3, to: [anna], cc: [] }),
    rowOf({ uid: 2, to: [bert], cc: [] }),
    rowOf({ uid: 1, to: [{ name: 'Bertie', address: 'BERT@example.org' }], cc: [] }),
  ]

  const result = await act(recipients, fake, undefined)

  t.deepEqual(result, { kind: 'recipients', addresses: [bert, anna] })
})

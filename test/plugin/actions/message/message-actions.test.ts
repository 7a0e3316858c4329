import test from 'ava'
import type { DoneResult } from '../../../../plugin/actions/result/result.ts'
import type { InputOf } from '../../../../plugin/actions/index.ts'
import { remove } from '../../../../plugin/actions/message/delete.ts'
import { expunge } from '../../../../plugin/actions/message/expunge.ts'
import { list } from '../../../../plugin/actions/list/list.ts'
import { mark } from '../../../../plugin/actions/message/mark.ts'
import { copy, move } from '../../../../plugin/actions/message/move.ts'
import { purge } from '../../../../plugin/actions/message/purge.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { fakeContext, type FakeContext } from '../../../support/actions/fake-context.ts'
import { listInput, someMessages } from '../../../support/actions/inputs.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

interface Action<Input> {
  run(input: Input, context: FakeContext['context']): Promise<DoneResult>
}

function run<Input>(
  action: Action<Input>,
  { context }: FakeContext,
  input: Input,
): Promise<DoneResult> {
  return action.run(input, context)
}

/** A transfer of a message of INBOX; with the page that it leaves, for a client that wants one. */
function toArchive(isPageWanted = false, uid = 3) {
  return { ...someMessages('INBOX', uid), target: mailboxName('Archive'), isPageWanted }
}

function removal(
  isPermanent: InputOf<'delete'>['isPermanent'],
  mailbox = 'INBOX',
  uids: readonly number[] = [3],
): InputOf<'delete'> {
  return { ...someMessages(mailbox, ...uids), isPermanent, isPageWanted: false }
}

function emptying(mailbox: string, hasFolders = false): InputOf<'purge'> {
  return { mailbox: mailboxName(mailbox), uidValidity: undefined, hasFolders, isPageWanted: false }
}

const marks = [
  ['read', ['\\Seen'], []],
  ['unread', [], ['\\Seen']],
  ['flagged', ['\\Flagged'], []],
  ['unflagged', [], ['\\Flagged']],
  ['delete', ['\\Deleted'], []],
  ['undelete', [], ['\\Deleted']],
] as const

for (const [flag, add, removed] of marks) {
  test(`mark ${flag} adds ${JSON.stringify(add)} and removes ${JSON.stringify(removed)}`, async (t) => {
    const fake = fakeContext()

    await run(mark, fake, { ...someMessages('INBOX', 3, 1), flag })

    t.deepEqual(fake.mail.calls[0], ['setFlags', 'INBOX', [3, 1], { add, remove: removed }])
  })
}

test('a move reports the new UIDs and the counts of both mailboxes', async (t) => {
  const result = await run(move, fakeContext(), toArchive())

  t.deepEqual([...(result.uidMap ?? [])], [[3, 103]])
  t.deepEqual(
    result.counts.map(({ path }) => path),
    ['INBOX', 'Archive'],
  )
})

test('a move onto the same mailbox is refused and moves nothing', async (t) => {
  const fake = fakeContext()

  const error = await t.throwsAsync(run(move, fake, { ...toArchive(), target: 'INBOX' }), {
    instanceOf: Refusal,
  })

  t.is(error.code, 'input_invalid')
  t.deepEqual(fake.mail.calls, [])
})

test('a move brings the page that is left where that is wanted', async (t) => {
  const result = await run(move, fakeContext(), toArchive(true, 4))

  t.is(result.list?.page.rows.length, 3)
})

test('a move that succeeded is done though counting failed afterwards', async (t) => {
  const fake = fakeContext()
  fake.mail.broken.add('counts')
  fake.mail.broken.add('page')

  const result = await run(move, fake, toArchive(true))

  t.like(result, { action: 'move', counts: [], list: undefined })
})

test('a move that failed is a failure', async (t) => {
  const fake = fakeContext()
  fake.mail.broken.add('move')

  await t.throwsAsync(run(move, fake, toArchive()), { instanceOf: MailFault })
})

test('a copy leaves the list alone', async (t) => {
  const fake = fakeContext()

  const result = await run(copy, fake, toArchive())

  t.is(result.list, undefined)
  t.deepEqual(fake.mail.calls[0], ['copy', 'INBOX', [3], 'Archive'])
})

test('delete moves to the trash', async (t) => {
  const fake = fakeContext()

  const result = await run(remove, fake, removal(false))

  t.is(result.target, mailboxName('Trash'))
  t.true(fake.mail.calls.some(([verb, , , target]) => verb === 'move' && target === 'Trash'))
  t.false(fake.mail.calls.some(([verb]) => verb === 'remove'))
})

test('delete in the trash, said to be permanently, removes the named messages and no other', async (t) => {
  const fake = fakeContext()

  const result = await run(remove, fake, removal(true, 'Trash', [3, 2]))

  t.is(result.target, undefined)
  t.deepEqual(
    fake.mail.calls.filter(([verb]) => verb === 'remove'),
    [['remove', 'Trash', [3, 2]]],
  )
})

const unconfirmed = [
  ['without any trash', 'INBOX', 'trash_missing'],
  ['in the trash', 'Trash', 'delete_unconfirmed'],
] as const

for (const [where, mailbox, code] of unconfirmed) {
  test(`delete ${where} is refused unless it is said to be permanently`, async (t) => {
    const fake = fakeContext()
    if (mailbox === 'INBOX') fake.mail.mailboxes = withoutTrash(fake)

    const error = await t.throwsAsync(run(remove, fake, removal(false, mailbox)), {
      instanceOf: Refusal,
    })

    t.is(error.code, code)
    t.false(fake.mail.calls.some(([verb]) => verb === 'remove' || verb === 'move'))
  })

  test(`delete ${where} is permanently with a client that has asked the user about it`, async (t) => {
    const fake = fakeContext()
    if (mailbox === 'INBOX') fake.mail.mailboxes = withoutTrash(fake)

    await run(remove, fake, removal('where-no-trash', mailbox))

    t.true(fake.mail.calls.some(([verb]) => verb === 'remove'))
  })
}

test('delete is permanently wherever it says so', async (t) => {
  const fake = fakeContext()

  await run(remove, fake, removal(true))

  t.true(fake.mail.calls.some(([verb]) => verb === 'remove'))
  t.false(fake.mail.calls.some(([verb]) => verb === 'move'))
})

function withoutTrash({ mail }: FakeContext): FakeContext['mail']['mailboxes'] {
  return mail.mailboxes.filter(({ path }) => path !== 'Trash')
}

test('purge leaves the folders below alone unless it says that they go as well', async (t) => {
  const fake = fakeContext()

  await run(purge, fake, emptying('Trash'))
  const before = fake.mail.calls.filter(([verb]) => verb === 'deleteBelow')
  await run(purge, fake, emptying('Trash', true))

  t.deepEqual(before, [])
  t.deepEqual(
    fake.mail.calls.filter(([verb]) => verb === 'deleteBelow'),
    [['deleteBelow', 'Trash']],
  )
})

for (const mailbox of ['Trash', 'Junk']) {
  test(`purge empties ${mailbox}`, async (t) => {
    const fake = fakeContext()

    await run(purge, fake, emptying(mailbox))

    t.true(fake.mail.calls.some(([verb, name]) => verb === 'empty' && name === mailbox))
  })
}

test('a trash that is not on show is emptied, whatever the session was shown of it before', async (t) => {
  const fake = fakeContext()
  await list.run(listInput({ mailbox: mailboxName('Trash') }), fake.context)

  await run(purge, fake, emptying('Trash'))

  t.deepEqual(fake.mail.heldTo, [undefined])
})

test('purge of any other mailbox is refused and empties nothing', async (t) => {
  const fake = fakeContext()

  const error = await t.throwsAsync(() => run(purge, fake, emptying('INBOX')), {
    instanceOf: Refusal,
  })

  t.is(error.code, 'input_invalid')
  t.false(fake.mail.calls.some(([verb]) => verb === 'empty'))
})

test('expunge removes what bears the mark until nothing is left that does', async (t) => {
  const fake = fakeContext()
  fake.mail.onRemove = (uids) => {
    fake.mail.rows = fake.mail.rows.filter((row) => !uids.includes(row.summary.uid))
  }

  const result = await run(expunge, fake, { mailbox: 'INBOX' })

  t.deepEqual(result.uids, [3, 2, 1])
  t.like(fake.mail.calls[0]?.[1], { search: { filter: 'deleted' } })
  t.is(fake.mail.calls.filter(([verb]) => verb === 'remove').length, 1)
})

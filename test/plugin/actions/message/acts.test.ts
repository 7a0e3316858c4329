import test from 'ava'
import type { ActionResult, DoneResult } from '../../../../plugin/actions/result/result.ts'
import type { Action } from '../../../../plugin/actions/contract/action.ts'
import { remove } from '../../../../plugin/actions/message/delete.ts'
import { expunge } from '../../../../plugin/actions/message/expunge.ts'
import { list } from '../../../../plugin/actions/list/list.ts'
import { mark } from '../../../../plugin/actions/message/mark.ts'
import { copy, move } from '../../../../plugin/actions/message/move.ts'
import { purge } from '../../../../plugin/actions/message/purge.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import {
  fakeContext,
  parametersOf,
  type FakeContext,
} from '../../../support/actions/fake-context.ts'

async function act<Input>(
  action: Action<Input>,
  { context }: FakeContext,
  fields: Readonly<Record<string, string>>,
  wire: 'native' | 'roundcube' = 'native',
): Promise<DoneResult> {
  return done(await action.run(action.parse(parametersOf(fields, { wire })), context))
}

function done(result: ActionResult): DoneResult {
  if (result.kind !== 'done') throw new Error(`answered ${result.kind}`)
  return result
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

    await act(mark, fake, { _mbox: 'INBOX', _uid: '3,1,3', _flag: flag })

    t.deepEqual(fake.mail.calls[0], ['setFlags', 'INBOX', [3, 1], { add, remove: removed }])
  })
}

test('a move tells the new UIDs and the counts of both mailboxes', async (t) => {
  const result = await act(move, fakeContext(), {
    _mbox: 'INBOX',
    _uid: '3',
    _target_mbox: 'Archive',
  })

  t.deepEqual([...(result.uidMap ?? [])], [[3, 103]])
  t.deepEqual(
    result.counts.map(({ path }) => path),
    ['INBOX', 'Archive'],
  )
})

test('a move onto the same mailbox is refused', (t) => {
  const fields = { _mbox: 'INBOX', _uid: '3', _target_mbox: 'INBOX' }

  t.is(
    t.throws(() => move.parse(parametersOf(fields)), { instanceOf: Refusal }).code,
    'input_invalid',
  )
})

test("a move of Roundcube's front end brings the page that is left", async (t) => {
  const fields = { _mbox: 'INBOX', _uid: '4', _target_mbox: 'Archive' }

  const result = await act(move, fakeContext(), fields, 'roundcube')

  t.is(result.list?.page.rows.length, 3)
})

test('a move that succeeded is done though counting failed afterwards', async (t) => {
  const fake = fakeContext()
  fake.mail.broken.add('counts')
  fake.mail.broken.add('page')
  const fields = { _mbox: 'INBOX', _uid: '3', _target_mbox: 'Archive' }

  const result = await act(move, fake, fields, 'roundcube')

  t.like(result, { action: 'move', counts: [], list: undefined })
})

test('a move that failed is a failure', async (t) => {
  const fake = fakeContext()
  fake.mail.broken.add('move')

  await t.throwsAsync(
    () => act(move, fake, { _mbox: 'INBOX', _uid: '3', _target_mbox: 'Archive' }),
    { instanceOf: MailFault },
  )
})

test('a copy leaves the list alone', async (t) => {
  const fake = fakeContext()
  const fields = { _mbox: 'INBOX', _uid: '3', _target_mbox: 'Archive' }

  const result = await act(copy, fake, fields, 'roundcube')

  t.is(result.list, undefined)
  t.deepEqual(fake.mail.calls[0], ['copy', 'INBOX', [3], 'Archive'])
})

test('delete moves to the trash', async (t) => {
  const fake = fakeContext()

  const result = await act(remove, fake, { _mbox: 'INBOX', _uid: '3' })

  t.is(result.target, 'Trash')
  t.true(fake.mail.calls.some(([verb, , , target]) => verb === 'move' && target === 'Trash'))
  t.false(fake.mail.calls.some(([verb]) => verb === 'remove'))
})

test('delete in the trash, said to be for good, removes the named messages and no other', async (t) => {
  const fake = fakeContext()

  const result = await act(remove, fake, { _mbox: 'Trash', _uid: '3,2', _forever: '1' })

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
  test(`delete ${where} is refused to our page unless it says that it is for good`, async (t) => {
    const fake = fakeContext()
    if (mailbox === 'INBOX') fake.mail.mailboxes = withoutTrash(fake)

    const error = await t.throwsAsync(act(remove, fake, { _mbox: mailbox, _uid: '3' }), {
      instanceOf: Refusal,
    })

    t.is(error.code, code)
    t.false(fake.mail.calls.some(([verb]) => verb === 'remove' || verb === 'move'))
  })

  test(`delete ${where} is for good with Roundcube's front end, which asks by itself`, async (t) => {
    const fake = fakeContext()
    if (mailbox === 'INBOX') fake.mail.mailboxes = withoutTrash(fake)

    await act(remove, fake, { _mbox: mailbox, _uid: '3' }, 'roundcube')

    t.true(fake.mail.calls.some(([verb]) => verb === 'remove'))
  })
}

test('delete is for good wherever it says so', async (t) => {
  const fake = fakeContext()

  await act(remove, fake, { _mbox: 'INBOX', _uid: '3', _forever: '1' })

  t.true(fake.mail.calls.some(([verb]) => verb === 'remove'))
  t.false(fake.mail.calls.some(([verb]) => verb === 'move'))
})

function withoutTrash({ mail }: FakeContext): FakeContext['mail']['mailboxes'] {
  return mail.mailboxes.filter(({ path }) => path !== 'Trash')
}

test('purge leaves the folders below alone unless it says that they go as well', async (t) => {
  const fake = fakeContext()

  await act(purge, fake, { _mbox: 'Trash' })
  const before = fake.mail.calls.filter(([verb]) => verb === 'deleteBelow')
  await act(purge, fake, { _mbox: 'Trash', _folders: '1' })

  t.deepEqual(before, [])
  t.deepEqual(
    fake.mail.calls.filter(([verb]) => verb === 'deleteBelow'),
    [['deleteBelow', 'Trash']],
  )
})

for (const mailbox of ['Trash', 'Junk']) {
  test(`purge empties ${mailbox}`, async (t) => {
    const fake = fakeContext()

    await act(purge, fake, { _mbox: mailbox })

    t.true(fake.mail.calls.some(([verb, name]) => verb === 'empty' && name === mailbox))
  })
}

test('our page empties a trash it does not show, whatever its session was shown of it before', async (t) => {
  const fake = fakeContext()
  await list.run(list.parse(parametersOf({ _mbox: 'Trash' })), fake.context)

  await act(purge, fake, { _mbox: 'Trash' })

  t.deepEqual(fake.mail.heldTo, [undefined])
})

test('purge of any other mailbox is refused and empties nothing', async (t) => {
  const fake = fakeContext()

  const error = await t.throwsAsync(() => act(purge, fake, { _mbox: 'INBOX' }), {
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

  const result = await act(expunge, fake, { _mbox: 'INBOX' })

  t.deepEqual(result.uids, [3, 2, 1])
  t.like(fake.mail.calls[0]?.[1], { search: { filter: 'deleted' } })
  t.is(fake.mail.calls.filter(([verb]) => verb === 'remove').length, 1)
})

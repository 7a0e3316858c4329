import test from 'ava'
import { list } from '../../../../plugin/actions/list/list.ts'
import { search } from '../../../../plugin/actions/list/search.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { listInput } from '../../../support/actions/inputs.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

test('a list requests the page, the order and the search that the request names', async (t) => {
  const { context, mail } = fakeContext()
  const sort = { by: 'date', isDescending: true } as const
  const query = { text: 'tax', fields: ['subject', 'text'], filter: 'unseen' } as const
  const search = { kind: 'query', query } as const

  await list.run(listInput({ mailbox: mailboxName('Archive'), page: 3, sort, search }), context)

  t.deepEqual(mail.calls[0], [
    'page',
    {
      mailbox: 'Archive',
      page: 3,
      pageSize: 50,
      sort: { by: 'date', isDescending: true },
      search: { text: 'tax', fields: ['subject', 'text'], filter: 'unseen' },
    },
  ])
})

test('a list without order is newest arrival first', async (t) => {
  const { context, mail } = fakeContext()

  await list.run(listInput(), context)

  t.like(mail.calls[0]?.[1], { page: 1, sort: undefined, search: undefined })
})

test('a list in the order shown keeps the one its session was last shown', async (t) => {
  const { context, mail } = fakeContext()
  await list.run(listInput({ sort: { by: 'size', isDescending: false } }), context)

  await list.run(listInput({ page: 2, sort: 'shown' }), context)

  t.like(mail.calls.at(-1)?.[1], { page: 2, sort: { by: 'size', isDescending: false } })
})

test('a list reports where drafts, sent mail and trash are to who is told so', async (t) => {
  const { context } = fakeContext()

  const result = await list.run(listInput({ isListingWanted: true }), context)

  t.like(result, {
    mailbox: 'INBOX',
    delimiter: '.',
    special: { inbox: 'INBOX', drafts: 'Drafts', sent: 'Sent', junk: 'Junk', trash: 'Trash' },
  })
})

test('a list requests no mailboxes where no one is told of them', async (t) => {
  const { context, mail } = fakeContext()

  const result = await list.run(listInput(), context)

  t.like(result, { delimiter: '', special: {} })
  t.deepEqual(
    mail.calls.map(([verb]) => verb),
    ['page'],
  )
})

test('a list notes what the session was shown', async (t) => {
  const { context } = fakeContext()

  await list.run(listInput(), context)

  t.deepEqual(context.views.get('INBOX'), {
    page: 1,
    sort: undefined,
    search: undefined,
    uidValidity: 7n,
    modseq: 100n,
    total: 3,
  })
})

test('a search may be named by its id afterwards', async (t) => {
  const { context, mail } = fakeContext()
  const query = { text: 'report', fields: ['subject', 'from'], filter: 'all' } as const
  const found = await search.run({ mailbox: 'INBOX', query, sort: undefined }, context)
  const searchId = found.searchId

  await list.run(listInput({ search: { kind: 'id', searchId } }), context)

  t.regex(searchId, /^[0-9a-f]{32}$/)
  t.like(mail.calls.at(-1)?.[1], { search: query })
})

test('a search id of another account is refused', async (t) => {
  const { context } = fakeContext()
  const query = { text: 'x', fields: ['subject'], filter: 'all' } as const
  const searchId = context.searches.remember('somebody@example.test', query)

  const input = listInput({ search: { kind: 'id', searchId } })

  const error = await t.throwsAsync(async () => list.run(input, context), { instanceOf: Refusal })
  t.is(error.code, 'input_invalid')
})

test('searches beyond the bound of an account are forgotten, oldest first', (t) => {
  const { context } = fakeContext()
  const ids = Array.from({ length: 11 }, (_, index) =>
    context.searches.remember('me', { text: String(index), fields: ['subject'], filter: 'all' }),
  )

  t.is(context.searches.find('me', ids[0] ?? ''), undefined)
  t.is(context.searches.find('me', ids[10] ?? '')?.text, '10')
})

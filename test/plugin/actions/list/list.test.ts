import test from 'ava'
import { list } from '../../../../plugin/actions/list/list.ts'
import { search } from '../../../../plugin/actions/list/search.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { fakeContext, parametersOf } from '../../../support/actions/fake-context.ts'

test('a list asks for the page, the order and the search that the request names', async (t) => {
  const { context, mail } = fakeContext()
  const fields = {
    _mbox: 'Archive',
    _page: '3',
    _sort: 'date_DESC',
    _search: 'tax',
    _headers: 'subject,text',
    _filter: 'UNSEEN',
  }

  await list.run(list.parse(parametersOf(fields)), context)

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

  await list.run(list.parse(parametersOf({ _mbox: 'INBOX' })), context)

  t.like(mail.calls[0]?.[1], { page: 1, sort: undefined, search: undefined })
})

test("a list of Roundcube's front end keeps the order its session was last shown", async (t) => {
  const { context, mail } = fakeContext()
  const wire = 'roundcube'
  await list.run(list.parse(parametersOf({ _mbox: 'INBOX', _sort: 'size_ASC' }, { wire })), context)

  await list.run(list.parse(parametersOf({ _mbox: 'INBOX', _page: '2' }, { wire })), context)

  t.like(mail.calls.at(-2)?.[1], { page: 2, sort: { by: 'size', isDescending: false } })
})

test("a mailbox name of Roundcube's front end is decoded", async (t) => {
  const input = list.parse(parametersOf({ _mbox: 'Projekte &APw-ber' }, { wire: 'roundcube' }))

  t.is(input.mailbox, 'Projekte über')
})

test('a mailbox name of our own page is taken as it is', (t) => {
  t.is(list.parse(parametersOf({ _mbox: 'R&-D' })).mailbox, 'R&-D')
})

test('a list tells where drafts, sent mail and trash are', async (t) => {
  const { context } = fakeContext()

  const result = await list.run(list.parse(parametersOf({})), context)

  t.like(result, {
    mailbox: 'INBOX',
    delimiter: '.',
    special: { inbox: 'INBOX', drafts: 'Drafts', sent: 'Sent', junk: 'Junk', trash: 'Trash' },
  })
})

test('a list notes what the session was shown', async (t) => {
  const { context } = fakeContext()

  await list.run(list.parse(parametersOf({})), context)

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
  const wire = 'roundcube'
  const found = await search.run(
    search.parse(
      parametersOf({ _q: 'report', _headers: 'subject,from', _filter: 'ALL' }, { wire }),
    ),
    context,
  )
  const searchId = found.kind === 'search' ? found.searchId : ''

  await list.run(list.parse(parametersOf({ _search: searchId }, { wire })), context)

  t.regex(searchId, /^[0-9a-f]{32}$/)
  t.like(mail.calls.at(-2)?.[1], {
    search: { text: 'report', fields: ['subject', 'from'], filter: 'all' },
  })
})

test('a search id of another account is refused', async (t) => {
  const { context } = fakeContext()
  const query = { text: 'x', fields: ['subject'], filter: 'all' } as const
  const searchId = context.searches.remember('somebody@example.test', query)

  const input = list.parse(parametersOf({ _search: searchId }, { wire: 'roundcube' }))

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

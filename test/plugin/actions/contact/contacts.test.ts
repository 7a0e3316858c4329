import { text } from 'node:stream/consumers'
import test from 'ava'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { StoreUnavailable } from '../../../../store/index.ts'
import { emptyBook, memoryBook, contactNamed } from '../../../support/contacts/contact-book.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { runAction } from '../../../support/actions/run-action.ts'

async function contextOf(...contacts: Parameters<typeof memoryBook>) {
  const { book } = await memoryBook(...contacts)
  return fakeContext({ contacts: book }).context
}

test('a list reports its part, its size and the groups', async (t) => {
  const context = await contextOf([
    contactNamed('Bob', 'bob@x.test'),
    { ...contactNamed('ada', 'ada@x.test'), groups: ['Friends'] },
  ])
  const list = (search: string, group = '', offset = 0) =>
    runAction('contacts', { search, group, offset }, context)

  t.like(await list(''), {
    total: 2,
    all: 2,
    rows: [{ name: 'ada' }, { name: 'Bob' }],
    groups: [{ name: 'Friends', count: 1 }],
  })
  t.like(await list('', '', 1), { offset: 1, total: 2, rows: [{ name: 'Bob' }] })
  t.like(await list('bo'), { total: 1, all: 2, rows: [{ name: 'Bob' }] })
  t.like(await list('', 'Friends'), { total: 1, rows: [{ name: 'ada' }] })
})

test('contacts are read before the first address is typed in a field that has the focus', async (t) => {
  const { personal } = await memoryBook([contactNamed('Ada', 'ada@x.test')])
  const { context } = fakeContext({ contacts: emptyBook(personal) })
  await runAction('recipients', {}, context)
  const { lists } = personal.requestCount

  const found = await runAction('complete-address', { typed: 'ad' }, context)

  t.like(found, { people: [{ address: 'ada@x.test' }] })
  t.is(personal.requestCount.lists, lists)
})

test('the Sent folder tells recipients while the contacts do not answer', async (t) => {
  const away = () => Promise.reject(new StoreUnavailable('database', '5', undefined))
  const { context } = fakeContext({ contacts: { ...emptyBook(), index: away, usage: away } })

  const result = await runAction('recipients', {}, context)

  t.is(result.kind, 'recipients')
})

test('someone of a message becomes a contact once', async (t) => {
  const context = await contextOf()
  const add = () => runAction('add-contact', { name: 'Ada', address: 'ada@x.test' }, context)

  t.like(await add(), { isKnown: false, entry: { contact: { name: 'Ada' } } })
  t.like(await add(), { isKnown: true, entry: { contact: { name: 'Ada' } } })
})

test('whom a message went to is collected, and suggested from then on', async (t) => {
  const context = await contextOf()
  const to = 'Ada <ada@x.test>, user0001@example.test'

  await runAction('send', { composeId: 'compose-1', to }, context)

  t.like(await runAction('complete-address', { typed: 'ad' }, context), {
    people: [{ name: 'Ada', address: 'ada@x.test' }],
  })
  t.like(await runAction('collected', { search: '' }, context), {
    people: [{ address: 'ada@x.test', uses: 1 }],
  })
  await runAction('forget-collected', { addresses: ['ada@x.test'] }, context)
  t.like(await runAction('complete-address', { typed: 'ad' }, context), { people: [] })
})

test('what is exported can be imported by someone else', async (t) => {
  const context = await contextOf([
    { ...contactNamed('Müller, "Jörg"', 'jm@x.test'), groups: ['Friends'], note: 'two\nlines' },
  ])

  for (const format of ['vcard', 'csv'] as const) {
    const exported = await runAction('export-contacts', { format, group: '' }, context)
    const other = await contextOf()
    const content = Buffer.from(exported.kind === 'stream' ? await text(exported.stream) : '')
    const files = [{ filename: 'contacts', type: '', content }]

    t.like(await runAction('import-contacts', {}, { ...other, files }), {
      added: 1,
      problemCount: 0,
    })
    t.like(await runAction('contacts', { search: '', group: 'Friends', offset: 0 }, other), {
      rows: [{ name: 'Müller, "Jörg"', emails: ['jm@x.test'] }],
    })
  }
})

test('a file that is none of contacts, or has too many, brings no one', async (t) => {
  const context = await contextOf()
  const limits = { ...context.limits, importedContacts: 1 }
  const cases = [
    ['one,two\n', 'contact_file_unreadable'],
    ['Name\nAda\nBob\n', 'contact_file_too_large'],
  ] as const

  for (const [content, code] of cases) {
    const files = [{ filename: 'contacts', type: '', content: Buffer.from(content) }]
    const run = runAction('import-contacts', {}, { ...context, limits, files })
    const error = await t.throwsAsync(run, { instanceOf: Refusal })
    t.is(error.code, code)
  }
  t.is((await context.contacts.index()).entries.length, 0)
})

test('only a picture is kept as one', async (t) => {
  const context = await contextOf()
  const keep = (written: string) => {
    const content = Buffer.from(written, 'latin1')
    const files = [{ filename: 'picture', type: '', content }]
    return runAction('keep-contact-photo', {}, { ...context, files })
  }

  const stored = await keep('GIF89a-picture')
  const shown = await runAction('contact-photo', { photo: stored.photo }, context)

  t.like(shown, { kind: 'stream', type: 'image/gif', disposition: 'inline' })
  t.is(shown.kind === 'stream' ? await text(shown.stream) : '', 'GIF89a-picture')
  t.like(await t.throwsAsync(keep('<svg onload="x"/>')), { code: 'photo_unreadable' })
})

import test from 'ava'
import { emptyData } from '../../../plugin/migration/data-schema.ts'
import { createMigration } from '../../../plugin/migration/migrate.ts'
import { createContactBooks } from '../../../plugin/contacts/book/contact-book.ts'
import { createSettingsStore } from '../../../plugin/settings/owner-settings.ts'
import { PersonalRefused } from '../../../store/personal/personal.ts'
import type { RoundcubeContact, RoundcubeData } from '../../../store/roundcube/user.ts'
import { MAX_TRUSTED_SENDERS } from '../../../plugin/settings/preferences.ts'
import { mailboxName } from '../../../proxy/mail/index.ts'
import type { FolderUses } from '../../../plugin/settings/folder-choices.ts'
import { memoryPersonal } from '../../support/contacts/memory-personal.ts'
import { readRowsHere } from '../../support/migration/read-rows-here.ts'

const owner = { username: 'emmy@example.test', mailHost: '127.0.0.1' }

function contact(id: number, change: Partial<RoundcubeContact>): RoundcubeContact {
  return { id, name: '', email: '', firstName: '', surname: '', vcard: '', groups: [], ...change }
}

const identity = {
  ...{ id: 1, isDefault: true, name: 'Emmy', organization: 'Göttingen', email: owner.username },
  ...{ replyTo: '', bcc: '', signature: '<b>Yours</b>', isHtml: true },
}

const everything: RoundcubeData = {
  contacts: [
    contact(1, { name: 'Kurt', email: 'kurt@example.org', groups: ['Logic'] }),
    contact(2, {
      name: 'Ada',
      vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEMAIL:ada@example.org\nEMAIL:broken\nEND:VCARD',
    }),
    contact(3, { email: 'no address' }),
  ],
  emptyGroups: ['Nobody'],
  collected: [
    { id: 1, name: 'Hilbert', email: 'h@example.org', kind: 'recipient', changedAt: 5 },
    { id: 2, name: '', email: 't@example.org', kind: 'trusted-sender', changedAt: 5 },
  ],
  identities: [identity, { ...identity, id: 2, isDefault: false, email: 'other@example.org' }],
  responses: [
    { id: 1, name: 'Thanks', text: '<p>Thank you</p>', isHtml: true },
    { id: 2, name: ' ', text: 'nobody would find it', isHtml: false },
  ],
  preferences: [
    'a:6:{s:8:"timezone";s:13:"Europe/Berlin";s:11:"time_format";s:5:"g:i a";s:11:"show_images";i:1;',
    's:12:"display_next";b:0;s:4:"skin";s:7:"elastic";s:17:"compose_responses";',
    'a:1:{i:0;a:2:{s:4:"name";s:3:"Bye";s:4:"text";s:3:"bye";}}}',
  ].join(''),
  language: 'de_DE',
  cut: [],
}

function migrationOver(personal = memoryPersonal()) {
  const stored: { folders: FolderUses } = { folders: {} }
  const migration = createMigration({
    personal,
    textOf: async (html) => html.replace(/<[^>]*>/g, ''),
    markupOf: async (html) => html,
    mayWriteAs: (_owner, address) => address === owner.username,
    readRows: readRowsHere,
    folders: {
      chosen: async () => stored.folders,
      choose: async (_owner, uses) => void (stored.folders = uses),
    },
  })
  const book = createContactBooks({ personal, maxIndexed: 1_000 }).of(owner)
  return {
    personal,
    kept: stored,
    book,
    settings: createSettingsStore(personal),
    run: (data: RoundcubeData, isDryRun = false) => migration.migrate(owner, data, { isDryRun }),
  }
}

test('everything that means something here is taken, and everything else is told by its entry', async (t) => {
  const { run, book, settings } = migrationOver()

  const report = await run(everything)

  t.deepEqual(report.contacts, { added: 2, changed: 0, same: 0 })
  t.deepEqual(report.preferences, {
    taken: ['timezone', 'time_format', 'show_images', 'display_next', 'language'],
    kept: [],
    left: ['skin'],
    same: 0,
  })
  t.deepEqual(
    report.problems.map(({ part, entry, code, about }) => `${part} ${entry}: ${code} ${about}`),
    [
      'group Nobody: group_empty ',
      'contact 2 "Ada": email_left_out broken',
      'contact 3 "": email_left_out no address',
      'contact 3 "": entry_empty ',
      'identity 2 "other@example.org": address_not_allowed ',
      'response 1 "Thanks": response_as_text ',
      'response 2 " ": response_left_out ',
    ],
  )
  const { entries, groups } = await book.index()
  t.deepEqual(
    entries.map(({ name, emails }) => [name, ...emails]),
    [
      ['Ada', 'ada@example.org'],
      ['Kurt', 'kurt@example.org'],
    ],
  )
  t.deepEqual(groups, [{ name: 'Logic', count: 1 }])
  t.like((await book.usage()).byAddress.get('h@example.org'), { name: 'Hilbert', lastUsedAt: 5 })
  const { identities, preferences } = await settings.read(owner)
  t.is(identities.length, 2)
  t.like(identities[0], { name: 'Emmy', organisation: 'Göttingen', signature: 'Yours' })
  t.is(identities[0]?.formattedSignature, '<b>Yours</b>')
  t.like(preferences, { timeZone: 'Europe/Berlin', hourCycle: '12', afterMove: 'list' })
  t.like(preferences, { remoteImages: 'contacts', language: 'de' })
  t.deepEqual(preferences.trustedSenders, ['t@example.org'])
  t.is(preferences.defaultIdentity, identities[0]?.id ?? '')
  t.deepEqual(report.templates, { added: 2, changed: 0, same: 0 })
  t.deepEqual(
    (await settings.templates(owner)).map(({ name, text }) => [name, text]),
    [
      ['Bye', 'bye'],
      ['Thanks', 'Thank you'],
    ],
  )
})

test('a second run adds what is new there, and leaves what the user made of the rest', async (t) => {
  const { run, book, settings } = migrationOver()
  await run(everything)
  const [ada] = (await book.index()).entries
  const deleted = { id: ada?.id ?? '', baseVersion: ada?.version ?? 0, body: undefined }
  await book.save('contact', [deleted])
  const [first] = (await settings.read(owner)).identities
  await settings.removeIdentity(owner, first?.id ?? '')
  const [bye] = await settings.templates(owner)
  await settings.removeTemplate(owner, bye?.id ?? '')

  const more = contact(4, { name: 'New', email: 'new@example.org' })
  const report = await run({ ...everything, contacts: [...everything.contacts, more] })

  t.deepEqual(report.contacts, { added: 1, changed: 0, same: 2 })
  t.deepEqual(report.identities, { added: 0, changed: 0, same: 2 })
  t.deepEqual(report.recipients, { added: 0, changed: 0, same: 1 })
  t.deepEqual(report.templates, { added: 0, changed: 0, same: 2 })
  t.is(report.preferences.same, 5)
  t.deepEqual(
    (await book.index()).entries.map(({ name }) => name),
    ['Kurt', 'New'],
  )
  t.is((await settings.read(owner)).identities.length, 1)
  t.is((await settings.templates(owner)).length, 1)
})

test('two runs at one time make no doubles', async (t) => {
  const { run, book, settings } = migrationOver()

  await Promise.all([run(everything), run(everything)])

  t.is((await book.index()).entries.length, 2)
  t.is((await settings.read(owner)).identities.length, 2)
  t.is((await settings.templates(owner)).length, 2)
})

test('two contacts with one UID stay two', async (t) => {
  const { run, book } = migrationOver()
  const card = (name: string) => `BEGIN:VCARD\nVERSION:3.0\nUID:same\nFN:${name}\nEND:VCARD`

  const both = [1, 2].map((id) => contact(id, { vcard: card(`P${id}`) }))

  await run({ ...emptyData, contacts: both.slice(0, 1) })
  await run({ ...emptyData, contacts: both })
  await run({ ...emptyData, contacts: both.map((row) => ({ ...row, groups: ['Later'] })) })

  t.deepEqual(
    (await book.index()).entries.map(({ name }) => name),
    ['P1', 'P2'],
  )
  t.deepEqual((await book.index()).groups, [{ name: 'Later', count: 2 }])
})

test('a dry run reports the same and keeps nothing', async (t) => {
  const { run, personal } = migrationOver()

  const dry = await run(everything, true)

  t.deepEqual(await personal.kinds(owner), [])
  t.deepEqual(await run(everything), dry)
})

test('what a user has chosen here stays', async (t) => {
  const { run, settings } = migrationOver()
  const change = { name: 'hourCycle', seen: 'usual', wanted: '24' }
  await settings.savePreferences(owner, [change])

  const { preferences } = await run(everything)

  t.deepEqual(preferences.kept, ['time_format'])
  t.is((await settings.preferences(owner)).hourCycle, '24')
})

test('a part beyond a limit is told and whole by the next run, and the other parts are there', async (t) => {
  const personal = memoryPersonal()
  let isFull = true
  const { run, book, settings } = migrationOver({
    ...personal,
    save: async (who, kind, changes) => {
      if (isFull && kind === 'contact') throw new PersonalRefused('too_many_documents', 1)
      return personal.save(who, kind, changes)
    },
  })

  const report = await run(everything)
  const { length: before } = (await book.index()).entries
  isFull = false
  const second = await run(everything)

  t.deepEqual(
    report.problems.find(({ part, entry }) => part === 'contact' && entry === ''),
    { part: 'contact', entry: '', code: 'too_many_documents', about: 'the limit is 1' },
  )
  t.is(before, 0)
  t.is((await settings.read(owner)).identities.length, 2)
  t.is(second.contacts.added, 2)
})

test('preferences that PHP did not write are told, and nothing else is lost', async (t) => {
  const { run } = migrationOver()

  const report = await run({ ...everything, preferences: 'a:9:{broken' })

  t.true(report.problems.some(({ code }) => code === 'preferences_unreadable'))
  t.is(report.contacts.added, 2)
})

/** As PHP's `serialize` writes texts by name. */
function php(texts: Readonly<Record<string, string>>): string {
  const written = Object.entries(texts)
    .flat()
    .map((text) => `s:${Buffer.byteLength(text)}:"${text}";`)
  return `a:${Object.keys(texts).length}:{${written.join('')}}`
}

test('special folders are taken where none is chosen here, by the names that users read', async (t) => {
  const { run, kept: stored } = migrationOver()
  stored.folders = { sent: mailboxName('INBOX.Out') }
  const preferences = php({
    drafts_mbox: 'INBOX.Entw&APw-rfe',
    sent_mbox: 'INBOX.Sent',
    junk_mbox: '',
    trash_mbox: 'INBOX',
  })

  const dry = await run({ ...emptyData, preferences }, true)
  const untouched = stored.folders
  const report = await run({ ...emptyData, preferences })
  const again = await run({ ...emptyData, preferences })

  t.deepEqual(untouched, { sent: mailboxName('INBOX.Out') })
  t.deepEqual(dry.preferences, report.preferences)
  t.deepEqual(report.preferences, {
    taken: ['drafts_mbox'],
    kept: ['sent_mbox'],
    left: ['junk_mbox', 'trash_mbox'],
    same: 0,
  })
  t.deepEqual(stored.folders, {
    sent: mailboxName('INBOX.Out'),
    drafts: mailboxName('INBOX.Entwürfe'),
  })
  t.is(again.preferences.same, 2)
})

test('trusted senders are those of now and those of before, the last ones while there is room', async (t) => {
  const { run, settings } = migrationOver()
  const here = Array.from({ length: MAX_TRUSTED_SENDERS - 2 }, (_, at) => `s${at}@example.org`)
  const change = { name: 'trustedSenders', seen: [], wanted: here }
  await settings.savePreferences(owner, [change])
  const sender = (id: number, email: string) =>
    ({ id, name: '', email, kind: 'trusted-sender', changedAt: id }) as const
  const collected = [
    ...[sender(1, 'old@example.org'), sender(2, 'S0@example.org'), sender(3, 'nobody')],
    ...[sender(4, 'New@example.org'), sender(5, 'last@example.org')],
  ]

  const report = await run({ ...emptyData, collected })

  t.deepEqual(report.trustedSenders, { added: 2, changed: 0, same: 1 })
  t.deepEqual(
    report.problems.map(({ code, about }) => `${code} ${about}`),
    ['email_left_out nobody', 'over_limit 1'],
  )
  const { trustedSenders } = await settings.preferences(owner)
  t.deepEqual(trustedSenders.slice(-2), ['last@example.org', 'new@example.org'])
})

test('no one is trusted who chose to be asked each time', async (t) => {
  const { run, settings } = migrationOver()
  const preferences = 'a:1:{s:11:"show_images";i:0;}'

  const report = await run({ ...emptyData, preferences, collected: everything.collected })

  t.true(report.problems.some(({ part, code }) => `${part} ${code}` === 'trusted-sender not_taken'))
  t.deepEqual((await settings.preferences(owner)).trustedSenders, [])
})

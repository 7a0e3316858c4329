import { isDeepStrictEqual } from 'node:util'
import test from 'ava'
import fc from 'fast-check'
import { NoContactColumns } from '../../../../plugin/contacts/format/csv/csv-rows.ts'
import { emptyContact } from '../../../../plugin/contacts/contact.ts'
import { CSV_HEADER, writeCsvRow } from '../../../../plugin/contacts/format/csv/write-csv.ts'
import { readContactFile, TooManyEntries } from '../../../../plugin/contacts/format/read-file.ts'
import { anyContact } from '../../../support/contacts/contact-arbitrary.ts'

function read(text: string, maxEntries = 100) {
  return readContactFile(Buffer.from(text), { maxEntries })
}

test('what is written as CSV is read again as the same contact', async (t) => {
  // A name that starts as Google marks its own groups, or holds its separator, is no group of its own there.
  const writable = anyContact.filter(
    ({ groups, emails, phones, addresses, websites }) =>
      groups.every((name) => !/^\*|;|:::/.test(name)) &&
      [...emails, ...phones, ...addresses, ...websites].every(
        ({ label }) => !label.startsWith('*'),
      ),
  )

  await t.notThrowsAsync(() =>
    fc.assert(
      fc.asyncProperty(writable, async (contact) => {
        const { contacts } = await read(`${CSV_HEADER}${writeCsvRow(contact)}`)
        const [first, ...others] = contacts
        const remaining = { ...contact, uid: '' }
        return others.length === 0 && isDeepStrictEqual(first?.contact, remaining)
      }),
    ),
  )
})

test('a name that a spreadsheet would run is written as text, and read as it was', async (t) => {
  for (const name of [
    '=HYPERLINK("http://x.test","Ada")',
    '@SUM(1)',
    '+cmd|x',
    "'=1",
    '-2+3+cmd',
    '＝1+1',
    '＠SUM(1)',
    '＋cmd|x',
    '－cmd|x',
  ]) {
    const row = writeCsvRow({ ...emptyContact(name), phones: [{ number: '+49 30 1', label: '' }] })
    const { contacts } = await read(`${CSV_HEADER}${row}`)

    t.regex(row, /^"?'/)
    t.true(row.includes(',+49 30 1,'))
    t.is(contacts[0]?.contact.name, name)
  }
})

test('a cell that a spreadsheet with another list separator would take apart runs nothing, and is read as it was', async (t) => {
  const notes = [
    ['x;=1+1', "x;'=1+1"],
    ['x;  @SUM(A1)', "x;  '@SUM(A1)"],
    ['x;"-cmd()', 'x;"\'-cmd()'],
    ['two\n=1\nlines', "two\n'=1\nlines"],
    ["x;'=1", "x;''=1"],
    ['x;+49 30 1', 'x;+49 30 1'],
    ['x;+49 30 1\n-2', 'x;+49 30 1\n-2'],
    ['a = b; c', 'a = b; c'],
  ] as const

  for (const [note, written] of notes) {
    const row = writeCsvRow({ ...emptyContact('Ada'), note })
    const { contacts } = await read(`${CSV_HEADER}${row}`)

    t.true(row.replaceAll('""', '"').includes(written), row)
    t.is(contacts[0]?.contact.note, note)
  }
})

test("Outlook's columns and list separator are read", async (t) => {
  const { contacts } = await read(
    [
      'Title;First Name;Last Name;Company;E-mail Address;E-mail 2 Address;Business Phone;Home City;Categories',
      'Dr.;Ada;Lovelace;Engines;ada@example.test;al@example.test;+44 1;London;Friends;',
    ].join('\r\n'),
  )

  t.like(contacts[0]?.contact, {
    name: 'Dr. Ada Lovelace',
    organisation: 'Engines',
    emails: [
      { address: 'ada@example.test', label: '' },
      { address: 'al@example.test', label: '' },
    ],
    phones: [{ number: '+44 1', label: 'work' }],
    groups: ['Friends'],
  })
  t.is(contacts[0]?.contact.addresses[0]?.city, 'London')
})

test("Google's several values of one label become several", async (t) => {
  const { contacts } = await read(
    [
      'Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
      'Ada Lovelace,Ada,Lovelace,Friends ::: * myContacts,* Home,a@example.test ::: b@example.test,Mobile,1',
    ].join('\n'),
  )

  t.deepEqual(contacts[0]?.contact.emails, [
    { address: 'a@example.test', label: 'home' },
    { address: 'b@example.test', label: 'home' },
  ])
  t.deepEqual(contacts[0]?.contact.groups, ['Friends'])
})

test('a bad entry is told with the line it starts at, and the others are kept', async (t) => {
  const { contacts, problems } = await read(
    ['Name,E-mail 1 - Value,Notes', 'Ada,nobody,"two', 'lines"', ',,"only a note"', 'Bob,,'].join(
      '\n',
    ),
  )

  t.deepEqual(
    contacts.map(({ line, contact }) => [line, contact.name]),
    [
      [2, 'Ada'],
      [5, 'Bob'],
    ],
  )
  t.deepEqual(problems, [
    { line: 2, code: 'email_left_out', about: 'nobody' },
    { line: 4, code: 'entry_empty', about: '' },
  ])
})

test('a line whose quotation never ends is told, and the lines after it are read', async (t) => {
  for (const lineEnd of ['\n', '\r\n']) {
    const lines = ['Name,Notes', 'Ada,"two', 'lines"', 'Bob,"open', 'Carl,', 'Dan,"said', 'more"']
    const { contacts, problems } = await read(lines.join(lineEnd))

    t.deepEqual(
      contacts.map(({ line, contact: { name, note } }) => [line, name, note]),
      [
        [2, 'Ada', 'two\nlines'],
        [5, 'Carl', ''],
        [6, 'Dan', 'said\nmore'],
      ],
    )
    t.deepEqual(problems, [{ line: 4, code: 'entry_unreadable', about: 'Bob,"open' }])
  }
})

test('a file of quotations without an end is read to its end, without going over it for each of them', async (t) => {
  const lines = Array.from({ length: 90 }, (_, index) => `"Ada ${index}`)

  const { contacts, problemCount } = await read(`Name\n${lines.join('\n')}\n`)

  t.is(contacts.length + problemCount, lines.length)
  t.true(problemCount < 30)
})

test('a file that says nothing of contacts, or has too many, is refused as a whole', async (t) => {
  await t.throwsAsync(read('one,two\n1,2\n'), { instanceOf: NoContactColumns })
  await t.throwsAsync(read('Name\nAda\nBob\nCarl\n', 2), { instanceOf: TooManyEntries })
})

const kilobytes = (text: string, count: number) => text.repeat((count * 1_024) / text.length)

for (const [what, text] of [
  ['records', `Name\n${kilobytes('anna\n', 200)}`],
  ['blank lines', `Name\n${kilobytes('\n', 200)}`],
  ['columns', `Name${kilobytes(',', 200)}\nanna\n`],
  ['one cell', `Name\n"${kilobytes('a', 200)}`],
  ['blank lines of a card', `BEGIN:VCARD\n${kilobytes('\n', 200)}`],
  ['lines outside of cards', `BEGIN:VCARD\nEND:VCARD\n${kilobytes('a\n', 200)}`],
  ['a folded line', `BEGIN:VCARD\nN:a\n${kilobytes(' \n', 200)}`],
] as const) {
  test(`others have their turn while a file of many ${what} is read`, async (t) => {
    let turns = 0
    let isRead = false
    const count = (): void => {
      turns += 1
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    await read(text, 1_000_000).catch(() => undefined)
    isRead = true

    t.true(turns > 4, `${turns}`)
  })
}

test('a line without an end, and more columns than any program writes, are no address book', async (t) => {
  await t.throwsAsync(read(`Name\n${kilobytes(',', 2_000)}\n`), { instanceOf: NoContactColumns })
  await t.throwsAsync(read(`Name${',x'.repeat(1_000)}\nanna\n`), { instanceOf: NoContactColumns })
})

test('who has left is read no further', async (t) => {
  const file = Buffer.from(`Name\n${kilobytes('anna\n', 200)}`)
  const signal = AbortSignal.abort(new Error('left'))

  await t.throwsAsync(readContactFile(file, { maxEntries: 1_000_000, signal }), { message: 'left' })
})

test('UTF-16 and Windows-1252 are read as what they are', async (t) => {
  const text = 'Name\r\nJörg\r\n'

  for (const file of [
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    Buffer.from(text, 'latin1'),
  ]) {
    const { contacts } = await readContactFile(file, { maxEntries: 10 })
    t.is(contacts[0]?.contact.name, 'Jörg')
  }
})

test('a first line of Excel that reports the separator is no header, and lines are counted with it', async (t) => {
  const { contacts } = await read('sep=;\r\nName;E-mail\r\nAnn, B;ann@x.test\r\n')

  t.like(contacts[0], { line: 3, contact: { name: 'Ann, B', emails: [{ address: 'ann@x.test' }] } })
})

test('columns are known by the names that Outlook gives them in another language', async (t) => {
  for (const header of [
    'Vorname;Nachname;E-Mail-Adresse;Mobiltelefon',
    'Prénom,Nom,Adresse de messagerie,Téléphone mobile',
    'Imię,Nazwisko,Adres e-mail,Telefon komórkowy',
    'Ad,Soyadı,E-posta Adresi,Cep Telefonu',
    '名,姓,電子メール アドレス,携帯電話',
  ]) {
    const row = `Ann,King,ann@x.test,+1 2`.replaceAll(',', header.includes(';') ? ';' : ',')
    const { contacts } = await read(`${header}\n${row}\n`)

    t.like(contacts[0]?.contact, {
      given: 'Ann',
      family: 'King',
      emails: [{ address: 'ann@x.test', label: '' }],
      phones: [{ number: '+1 2', label: 'mobile' }],
    })
  }
})

test("a birthday in Thunderbird's three columns is read, and what of it is no day is told", async (t) => {
  const { contacts, problems } = await read(
    [
      'Display Name,Birth Year,Birth Month,Birth Day',
      'Ada,1815,12,10',
      'Grace,,3,9',
      'Alan,1912,,',
      'Carl,,,',
    ].join('\n'),
  )

  t.deepEqual(
    contacts.map(({ contact: { name, birthday } }) => [name, birthday]),
    [
      ['Ada', '1815-12-10'],
      ['Grace', '--03-09'],
      ['Alan', ''],
      ['Carl', ''],
    ],
  )
  t.deepEqual(
    problems.map(({ line, code }) => [line, code]),
    [[4, 'birthday_left_out']],
  )
})

test('a column that names the day in German and the whole birthday elsewhere is read as either', async (t) => {
  const days = async (...lines: readonly string[]) =>
    (await read(lines.join('\n'))).contacts.map(({ contact }) => contact.birthday)

  t.deepEqual(await days('Anzeigename,Geburtsjahr,Geburtsmonat,Geburtstag', 'Ada,1815,12,10'), [
    '1815-12-10',
  ])
  t.deepEqual(await days('Anzeigename,Geburtstag', 'Ada,1815-12-10'), ['1815-12-10'])
})

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import test from 'ava'
import { setGroup } from '../../../../plugin/contacts/book/change.ts'
import { importContacts } from '../../../../plugin/contacts/book/import.ts'
import { DirectoryUnavailable } from '../../../../plugin/contacts/directory/unavailable.ts'
import { violations } from '../../../support/web/violations.ts'
import { recipientsIn } from '../../../support/web/composed.ts'
import { browserTests } from '../../../support/web/open-mail.ts'
import { contactNamed } from '../../../support/contacts/contact-book.ts'
import type { FakeApi } from '../../../support/web/fake-api.ts'

const openMail = browserTests(test)
const phoneInTheDark = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
const shots = process.env['LAYOUT_SHOTS']

/** Keeps a picture in LAYOUT_SHOTS, where that is set. */
async function shoot(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `contacts-${name}.png`) })
}

async function fill({ contacts }: Pick<FakeApi, 'contacts'>): Promise<void> {
  const people = [
    {
      ...contactNamed('Ada Lovelace', 'ada@x.test'),
      groups: ['Rowing club'],
      organisation: 'Engines',
    },
    { ...contactNamed('Bob', 'bob@x.test'), groups: ['Rowing club'] },
    contactNamed('Carl', 'carl@x.test'),
  ]
  const entries = people.map((contact) => ({ line: 1, contact, photo: undefined }))
  await importContacts(contacts, entries, '')
}

for (const [screen, browser] of [
  ['a wide screen', {}],
  ['a phone in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const) {
  test(`a contact is found, changed and deleted by keyboard on ${screen}`, async (t) => {
    const { page, api, complaints } = await openMail(t, { browser })
    await fill(api)
    await page.getByRole('row', { name: /Message 20/ }).waitFor()
    await page.keyboard.press('b')
    await page.getByRole('option', { name: /Ada Lovelace/ }).waitFor()
    t.deepEqual(await violations(page), [])

    await page.getByLabel('Search contacts').pressSequentially('love')
    await page.getByRole('option', { name: /Bob/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await page.getByRole('option', { name: /Ada Lovelace/ }).press('Enter')
    await page.getByRole('button', { name: 'Edit' }).press('Enter')
    await page.getByLabel('Last name').fill('King')
    t.deepEqual(await violations(page), [])
    await page.getByLabel('Shown as').fill('Ada King')
    await page.keyboard.press('Enter')
    await page.getByText('Ada King was saved').waitFor()
    await page.getByRole('button', { name: 'Delete contact' }).press('Enter')
    t.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Delete permanently' }).press('Enter')
    await page.getByText('Ada King was deleted').waitFor()

    t.deepEqual(
      (await api.contacts.index()).entries.map(({ name }) => name),
      ['Bob', 'Carl'],
    )
    t.deepEqual(complaints, [])
  })
}

test('several are chosen by keyboard and pointer, put into a group, and deleted once that was asked', async (t) => {
  const { page, api, complaints } = await openMail(t)
  await fill(api)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')
  await page.getByRole('option', { name: /Ada Lovelace/ }).press(' ')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('region', { name: '2 selected' }).waitFor()
  t.deepEqual(await violations(page), [])

  await page.getByLabel('Group name').fill('Friends')
  await page.keyboard.press('Enter')
  await page.getByText('Added to Friends: 2').waitFor()
  t.deepEqual(
    (await api.contacts.index()).entries.map(({ groups }) => groups.includes('Friends')),
    [true, true, false],
  )

  for (const name of [/Bob/, /Carl/])
    await page.getByRole('option', { name }).locator('.contact-mark').click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('The selected contacts (2) will be deleted permanently.').waitFor()
  t.is((await api.contacts.index()).entries.length, 3)
  t.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('Contacts deleted: 2').waitFor()
  t.deepEqual(
    (await api.contacts.index()).entries.map(({ name }) => name),
    ['Ada Lovelace'],
  )

  await page.getByRole('option', { name: /Ada Lovelace/ }).press(' ')
  await page.getByRole('option', { name: /Ada Lovelace/ }).press('Escape')
  await page.getByRole('region', { name: /Chosen/ }).waitFor({ state: 'detached' })
  t.true(await page.getByRole('dialog', { name: 'Contacts' }).isVisible())
  t.deepEqual(complaints, [])
})

for (const [screen, browser] of [
  ['a wide screen', {}],
  ['a phone in the dark', phoneInTheDark],
] as const) {
  test(`a group is renamed and deleted by keyboard with its contacts kept, on ${screen}`, async (t) => {
    const { page, api, complaints } = await openMail(t, { browser })
    await fill(api)
    const other = await page.context().newPage()
    await other.goto(page.url())
    for (const one of [other, page]) {
      await one.bringToFront()
      await one.getByRole('row', { name: /Message 20/ }).waitFor()
      await one.keyboard.press('b')
      await one.getByRole('option', { name: /Carl/ }).waitFor()
      await one.getByLabel('Group', { exact: true }).selectOption('Rowing club (2)')
      await one.getByRole('option', { name: /Carl/ }).waitFor({ state: 'detached' })
    }

    await page.getByRole('button', { name: 'Rename Rowing club' }).press('Enter')
    await page.keyboard.press('Escape')
    await page.locator('[aria-label="Rename Rowing club"]:is(button):focus').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('input[aria-label="Rename Rowing club"]:focus').waitFor()
    t.deepEqual(await violations(page), [])
    await shoot(page, `group-renamed-${screen.replaceAll(' ', '-')}`)
    await page.keyboard.type('Oxford, rowing')
    await page.keyboard.press('Enter')
    await page.getByText('Rowing club is now called Oxford, rowing').waitFor()
    await page.getByRole('option', { name: 'Oxford, rowing (2)' }).waitFor({ state: 'attached' })
    t.is(await page.getByRole('option', { name: /Bob/ }).count(), 1)
    await other.getByRole('option', { name: /Carl/ }).waitFor()
    await other.getByRole('option', { name: 'Oxford, rowing (2)' }).waitFor({ state: 'attached' })

    await page.getByRole('button', { name: 'Delete group Oxford, rowing' }).press('Enter')
    await page.getByText('Its 2 contacts are kept.').waitFor()
    t.deepEqual(await violations(page), [])
    await shoot(page, `group-deleted-${screen.replaceAll(' ', '-')}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Group Oxford, rowing deleted. Its contacts were kept.').waitFor()
    await page.getByRole('option', { name: /Carl/ }).waitFor()
    t.is(await page.locator('dialog :focus').count(), 1)

    t.deepEqual(
      (await api.contacts.index()).entries.map(({ name, groups }) => [name, groups]),
      [
        ['Ada Lovelace', []],
        ['Bob', []],
        ['Carl', []],
      ],
    )
    t.deepEqual(complaints, [])
  })
}

test('a group is not renamed to the name of another one', async (t) => {
  const { page, api } = await openMail(t)
  await fill(api)
  await setGroup(api.contacts, [(await api.contacts.index()).entries[2]?.id ?? ''], {
    ...{ group: 'Friends', isIn: true },
  })
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')
  await page.getByLabel('Group', { exact: true }).selectOption('Rowing club (2)')
  await page.getByRole('button', { name: 'Rename Rowing club' }).press('Enter')
  await page.locator('input[aria-label="Rename Rowing club"]:focus').waitFor()
  await page.keyboard.type('Friends')
  await page.keyboard.press('Enter')

  await page.getByText('There is a group of this name already.').waitFor()
  t.is(await page.locator('input[aria-label="Rename Rowing club"]').inputValue(), 'Friends')
  t.deepEqual(
    (await api.contacts.index()).groups.map(({ name, count }) => [name, count]),
    [
      ['Friends', 1],
      ['Rowing club', 2],
    ],
  )
})

test('the address of the contacts opens them again, and going back closes them', async (t) => {
  const { page, api } = await openMail(t)
  await fill(api)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.getByRole('link', { name: 'Contacts' }).click()
  await page.getByRole('option', { name: /Carl/ }).waitFor()

  await page.reload()
  await page.getByRole('option', { name: /Carl/ }).waitFor()
  await page.goBack()

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.true(await page.getByRole('row', { name: /Message 20/ }).isVisible())
})

test('Back asks before a contact that was not saved is given up', async (t) => {
  const { page, api } = await openMail(t)
  await fill(api)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')
  await page.getByRole('option', { name: /Carl/ }).click()
  await page.getByRole('article', { name: 'Carl' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Carlos')
  const requested = page.getByText('Your changes are not saved.')

  await page.goBack()
  await requested.waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await requested.waitFor({ state: 'detached' })
  t.is(await page.getByLabel('First name').inputValue(), 'Carlos')
  await page.goBack()
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('article', { name: 'Carl' }).waitFor()
  t.true(page.url().includes('_layer=contacts'))
})

test('Back out of the contacts asks before a new contact is given up', async (t) => {
  const { page, api } = await openMail(t)
  await fill(api)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'New contact' }).click()
  await page.getByLabel('First name').fill('Dora')
  const address = page.url()

  await page.goBack()
  await page.getByText('Your changes are not saved.').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  t.is(await page.getByLabel('First name').inputValue(), 'Dora')
  t.is(page.url(), address)
  await page.goBack()
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.false(page.url().includes('_layer'))
})

test('a new contact in the place of one whose changes were given up starts empty', async (t) => {
  const { page, api } = await openMail(t)
  await fill(api)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')
  await page.getByRole('option', { name: /Carl/ }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Carlos')

  await page.getByRole('button', { name: 'New contact' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('form', { name: 'New contact' }).waitFor()
  t.is(await page.getByLabel('First name').inputValue(), '')
})

test('a contact and a group open again from their address, after a reload, and by Back and Forward', async (t) => {
  const { page, api } = await openMail(t)
  await fill(api)
  const dialog = page.getByRole('dialog', { name: 'Contacts' })
  const ada = page.getByRole('article', { name: 'Ada Lovelace' })
  const bob = page.getByRole('article', { name: 'Bob' })
  const carl = page.getByRole('option', { name: /Carl/ })
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')
  await carl.waitFor()
  await page.getByLabel('Group', { exact: true }).selectOption('Rowing club (2)')
  await carl.waitFor({ state: 'detached' })
  await page.getByRole('option', { name: /Ada/ }).click()
  await ada.waitFor()
  await page.getByRole('option', { name: /Bob/ }).click()
  await bob.waitFor()

  await page.reload()
  await bob.waitFor()
  t.is(await carl.count(), 0)
  const bookmark = page.url()
  await page.goBack()
  await ada.waitFor()
  await page.goForward()
  await bob.waitFor()
  await page.goBack()
  await page.goBack()
  await ada.waitFor({ state: 'detached' })
  await page.goBack()
  await carl.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })

  const other = await page.context().newPage()
  await other.goto(bookmark)
  await other.getByRole('article', { name: 'Bob' }).waitFor()
  await other.getByRole('button', { name: 'Close', exact: true }).click()
  await other.getByRole('dialog').waitFor({ state: 'detached' })
  t.false(other.url().includes('_layer'))
})

test('the address of a group that is no more lists all contacts', async (t) => {
  const { page, api } = await openMail(t)
  await fill(api)
  await page.goto(`${page.url()}#_layer=contacts.Gone/`)
  await page.reload()

  await page.getByRole('option', { name: /Carl/ }).waitFor()
  t.is(await page.getByRole('option', { name: /Ada|Bob|Carl/ }).count(), 3)
})

test("the company's directory is searched as a book of its own, adopted from, and said to be away", async (t) => {
  const { page, api, complaints } = await openMail(t)
  await fill(api)
  const contacts = [{ id: 'dora', contact: contactNamed('Dora Company', 'dora@company.test') }]
  let isAway = false
  const search = async () => {
    if (isAway) throw new DirectoryUnavailable('unreachable', 'no answer in time')
    return { people: contacts, isCut: true }
  }
  api.directory = { search, complete: search, close: () => undefined }
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')
  await page.getByRole('option', { name: /Carl/ }).waitFor()

  await page.getByLabel('Group', { exact: true }).selectOption('Company directory')
  await page.getByText('type more of a name').waitFor()
  t.is(await page.getByRole('button', { name: 'New contact' }).count(), 0)
  await page.getByRole('option', { name: /Dora Company/ }).click()
  t.is(await page.getByRole('button', { name: 'Edit' }).count(), 0)
  t.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Add Dora Company to contacts' }).click()
  await page.getByText('Dora Company added to contacts').waitFor()
  isAway = true
  await page.getByLabel('Search contacts').fill('dora')
  await page.getByText('The company directory does not answer').waitFor()
  await page.getByLabel('Group', { exact: true }).selectOption({ index: 0 })
  await page.getByRole('option', { name: /Dora Company/ }).waitFor()

  t.deepEqual(complaints, [])
})

for (const [direction, language] of [
  ['left to right', 'en'],
  ['right to left', 'ar'],
] as const) {
  test(`a long list is walked by keyboard with elements for what is visible alone, ${direction}`, async (t) => {
    const { page, api, complaints } = await openMail(t, {
      prepare: (api) => {
        api.language = language
      },
    })
    const entries = Array.from({ length: 1_000 }, (_, n) => ({
      line: n,
      contact: contactNamed(`Person ${String(n).padStart(4, '0')}`, `person${n}@x.test`),
      photo: undefined,
    }))
    await importContacts(api.contacts, entries, '')
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('b')
    await page.getByRole('option', { name: /Person 0000/ }).waitFor()
    const focused = (name: RegExp) => page.getByRole('option', { name }).and(page.locator(':focus'))

    await page.locator('input[type=search].picker-field').press('ArrowDown')
    await focused(/Person 0000/).waitFor()
    await page.keyboard.press('End')
    await focused(/Person 0999/).waitFor()
    t.is(await focused(/Person 0999/).getAttribute('aria-posinset'), '1000')
    t.is(await focused(/Person 0999/).getAttribute('aria-setsize'), '1000')
    await page.keyboard.press('ArrowUp')
    await focused(/Person 0998/).waitFor()
    await page.keyboard.press('PageUp')
    await focused(/Person 09[789]\d/).waitFor()
    t.true((await page.getByRole('option').count()) < 60)
    t.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await page.getByText('person9').first().waitFor()
    await page.getByRole('option').and(page.locator('[tabindex="0"]')).press('0')
    await page.keyboard.type('500')
    await page.getByRole('option', { name: /Person 0500/ }).waitFor()
    t.is(await page.locator(':focus').getAttribute('type'), 'search')

    t.deepEqual(complaints, [])
  })
}

const firstNames = ['Ada', 'Emmy', 'Grace', 'Jörg', 'Kurt', 'Léa', 'Mia', 'Noor', 'Olu', 'Sofía']
const arabicNames = ['أمل', 'بسمة', 'جميل', 'خالد', 'دانة', 'رامي', 'زينب', 'سامر', 'ليلى', 'نور']

/** A book of forty contacts, the first of whom says a lot. */
async function fillForty({ contacts }: Pick<FakeApi, 'contacts'>, names: readonly string[]) {
  const families = ['Haddad', 'Lovelace', 'Noether', 'Okafor']
  const arabicFamilies = ['حداد', 'درويش', 'منصور', 'النجار']
  const isArabic = names === arabicNames
  const people = names.flatMap((given, n) =>
    (isArabic ? arabicFamilies : families).map((family, index) => ({
      ...contactNamed(`${given} ${family}`, `person${n}${index}@example.test`),
      ...{ given, family, organisation: isArabic ? 'الجامعة' : 'Analytical Engines' },
      groups: [isArabic ? 'الزملاء' : 'Colleagues'],
      phones: [{ number: `+44 20 7946 0${100 + n}`, label: 'mobile' }],
    })),
  )
  const entries = people.map((contact) => ({ line: 1, contact, photo: undefined }))
  await importContacts(contacts, entries, '')
}

for (const [name, language, contacts, browser] of [
  ['desktop-light', 'en', firstNames, {}],
  ['phone-dark', 'en', firstNames, phoneInTheDark],
  ['arabic-desktop-light', 'ar', arabicNames, {}],
] as const) {
  test(`an open contact beside its list breaks no rule of accessibility (${name})`, async (t) => {
    const { page, api, complaints } = await openMail(t, {
      browser,
      prepare: (fake) => {
        fake.language = language
      },
    })
    await fillForty(api, contacts)
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('b')
    const rows = page.getByRole('listbox').getByRole('option')
    await rows.first().waitFor()
    if (name === 'phone-dark') await shoot(page, `${name}-list`)

    await rows.nth(1).click()
    await page.locator('.contact-facts').waitFor()

    t.deepEqual(await violations(page), [])
    await shoot(page, name)
    t.deepEqual(complaints, [])
  })
}

test('an empty address book offers a first contact and an import, and starts in the search', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')
  await page.getByText('No contacts yet.').waitFor()
  t.deepEqual(await violations(page), [])

  t.is(await page.locator(':focus').getAttribute('aria-label'), 'Search contacts')
  t.is(await page.getByRole('button', { name: 'Import' }).count(), 1)
  t.is(await page.getByRole('button', { name: 'Find duplicates' }).count(), 0)
  await page.getByRole('button', { name: 'New contact' }).press('Enter')
  await page.locator('input[name=given]:focus').waitFor()
})

test('what was entered is stored when the contact was changed elsewhere, and can be saved', async (t) => {
  const { page, api } = await openMail(t)
  await fill(api)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')
  await page.getByRole('option', { name: /Carl/ }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  const document = (await api.contacts.documents('contact')).find(({ body }) =>
    body.includes('Carl'),
  )
  if (document === undefined) throw new Error('there is no Carl')
  const { id, version, body } = document
  const theirs = JSON.stringify({ ...JSON.parse(body), title: 'Theirs', note: 'Theirs' })
  await api.contacts.save('contact', [{ id, baseVersion: version, body: theirs }])

  await page.getByLabel('Title').fill('Mine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/Changed in both places: Title/).waitFor()
  await page.getByRole('button', { name: 'Save mine' }).click()
  await page.getByText('Carl was saved').waitFor()

  const stored = await api.contacts.find('contact', id)
  t.like(JSON.parse(stored?.body ?? ''), { name: 'Carl', title: 'Mine', note: 'Theirs' })
})

test('contacts and groups complete an address field, and a sender becomes a contact', async (t) => {
  const { page, api, complaints } = await openMail(t)
  await fill(api)
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: /^Add .* to contacts$/ }).click()
  await page.getByText('added to contacts').waitFor()
  t.is((await api.contacts.index()).entries.length, 4)

  await page.keyboard.press('c')
  const field = page.getByLabel('To', { exact: true })
  await field.pressSequentially('row')
  await page.getByRole('option', { name: /Rowing club/ }).waitFor()
  t.deepEqual(await violations(page), [])
  await field.press('Enter')

  t.deepEqual(await recipientsIn(page, 'to'), ['Ada Lovelace <ada@x.test>', 'Bob <bob@x.test>'])
  t.deepEqual(complaints, [])
})

test('the focus stays in the contacts, where one continues, whatever goes away', async (t) => {
  const { page, api } = await openMail(t)
  await fill(api)
  const hasFocus = (label: string) => page.locator(`:focus:is([aria-label="${label}"])`).waitFor()
  const isOn = (name: string) => page.locator('button:focus').getByText(name).waitFor()
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')
  await page.getByRole('option', { name: /Carl/ }).press('Enter')
  await page.getByRole('button', { name: 'Edit' }).press('Enter')

  await page.getByRole('button', { name: 'Add an address' }).press('Enter')
  await hasFocus('Address 2')
  await page.getByRole('button', { name: 'Remove Address 2' }).press('Enter')
  await hasFocus('Address 1')
  await page.getByRole('button', { name: 'Add a postal address' }).press('Enter')
  await page.locator('textarea:focus').waitFor()
  await page.getByRole('button', { name: 'Remove Postal address 1' }).press('Enter')
  await isOn('Add a postal address')
  await page.getByLabel('Nickname').fill('C')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await isOn('Edit')
  await page.locator('.contact-facts').getByText('C', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('input[name=given]:focus').waitFor()
  await page.keyboard.press('Escape')
  await isOn('Edit')
  await page.getByRole('button', { name: 'Delete contact' }).press('Enter')
  await isOn('Cancel')
  await page.keyboard.press('Escape')
  await isOn('Delete contact')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete permanently' }).press('Enter')
  await hasFocus('Search contacts')

  t.is((await api.contacts.index()).entries.length, 2)
})

for (const [screen, browser] of [
  ['a wide screen', {}],
  ['a phone in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const) {
  test(`contacts whose server is away are read and not changed on ${screen}`, async (t) => {
    const { page, api, complaints } = await openMail(t, { browser })
    await fill(api)
    Object.assign(api.contacts, { refresh: async () => ({ isReadOnly: true, isRefused: false }) })
    await page.getByRole('row', { name: /Message 20/ }).waitFor()
    await page.keyboard.press('b')
    await page.getByText('these are your contacts', { exact: false }).waitFor()
    t.deepEqual(await violations(page), [])

    await page.getByRole('option', { name: /Ada Lovelace/ }).click()
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()

    for (const name of ['New contact', 'Edit', 'Delete contact', 'Import', 'Find duplicates']) {
      t.is(await page.getByRole('button', { name, exact: true }).count(), 0, name)
    }
    t.deepEqual(complaints, [])
  })
}

test('who is not let in by the server of the contacts is told so, and not that it is away', async (t) => {
  const { page, api } = await openMail(t)
  await fill(api)
  Object.assign(api.contacts, { refresh: async () => ({ isReadOnly: true, isRefused: true }) })
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('b')

  await page.getByText('does not accept your password', { exact: false }).waitFor()
  t.is(await page.getByText('does not answer', { exact: false }).count(), 0)
  await page.getByRole('option', { name: /Ada Lovelace/ }).click()
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
})

import test from 'ava'
import type { Dovecot } from '../../support/dovecot/dovecot.ts'
import { openSignedInPage } from '../signed-in-page.ts'

interface Letter {
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly replies?: string
}

/** The oldest first; the response stands far from what it answers. */
const letters: readonly Letter[] = [
  { id: 'roof', subject: 'The roof', text: 'Three offers came in.' },
  { id: 'tea', subject: 'Tea on Sunday', text: 'Bring a marmalade.' },
  { id: 'roof-2', subject: 'Re: The roof', text: 'Take the second one.', replies: 'roof' },
]

async function deliverLetters(dovecot: Dovecot, owner: string): Promise<void> {
  for (const [at, { id, subject, text, replies }] of letters.entries()) {
    const raw = [
      'From: Ada Lovelace <ada@example.org>',
      `To: ${owner}`,
      `Subject: ${subject}`,
      `Date: Fri, 20 Nov 2026 09:0${at}:00 +0000`,
      `Message-ID: <${id}@example.org>`,
      ...(replies === undefined ? [] : [`In-Reply-To: <${replies}@example.org>`]),
      '',
      text,
      '',
    ].join('\r\n')
    await dovecot.deliver(owner, { raw, flags: [] })
  }
}

const prepared = { messages: 0, prepare: deliverLetters } as const

test.serial('conversations stand together when they are requested, also another day', async (t) => {
  const { page, complaints } = await openSignedInPage(t, prepared)
  const subjects = async () => page.locator('.row-subject').allTextContents()
  await page.getByRole('row').first().waitFor()
  const apart = await subjects()

  await page.getByRole('button', { name: 'Conversations' }).click()
  await page.getByRole('treegrid').waitFor()
  await page.getByRole('row', { name: /Re: The roof.*In a conversation/ }).waitFor()
  const together = await subjects()
  await page.reload()
  await page.getByRole('row', { name: /Re: The roof.*In a conversation/ }).waitFor()

  t.deepEqual(apart, ['Re: The roof', 'Tea on Sunday', 'The roof'])
  t.deepEqual(together, ['The roof', 'Re: The roof', 'Tea on Sunday'])
  t.is(
    await page.getByRole('button', { name: 'Conversations' }).getAttribute('aria-pressed'),
    'true',
  )
  t.deepEqual(complaints, [])
})

test.serial(
  'words that stand in the body are found when whole messages are searched',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t, prepared)
    await page.getByLabel('Search in Inbox').fill('marmalade')
    await page.keyboard.press('Enter')
    await page.getByText('No results').waitFor()

    await page.getByRole('button', { name: 'Search whole messages' }).click()

    await page.getByRole('row', { name: /Tea on Sunday/ }).waitFor()
    t.is(await page.getByRole('row').count(), 1)
    t.is(await page.getByRole('combobox', { name: 'Search in' }).inputValue(), 'text')
    t.deepEqual(complaints, [])
  },
)

test.serial('the list is put in order of every column, both ways', async (t) => {
  const { page } = await openSignedInPage(t, prepared)
  const first = page.locator('[role=row][aria-rowindex="1"]')
  const isFirst = (subject: string) => first.getByText(subject, { exact: true }).waitFor()

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Subject')
  await isFirst('Tea on Sunday')
  await page.getByRole('button', { name: 'A to Z: reverse' }).click()
  await isFirst('Re: The roof')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Arrival')
  await page.getByRole('button', { name: 'Newest first: reverse' }).click()
  await isFirst('The roof')

  t.is(await page.getByRole('row').count(), 3)
})

test.serial(
  'a search is narrowed by what is offered below its field, by pointer and keys',
  async (t) => {
    const { page, dovecot, owner, complaints } = await openSignedInPage(t)
    const from = (name: string, subject: string) =>
      dovecot.deliver(owner, {
        raw: `From: ${name} <${name}@example.org>\r\nSubject: ${subject}\r\n\r\ntext\r\n`,
      })
    await from('zoe', 'Harbour plan')
    await from('zoe', 'Roof')
    await from('yann', 'Harbour plan')
    const field = page.getByRole('searchbox')
    const tips = page.getByRole('group', { name: 'Search options' })
    await page.locator('.search-tips').waitFor({ state: 'attached' })
    t.false(await tips.isVisible())

    await field.click()
    await tips.getByRole('button', { name: 'Sender' }).click()
    t.is(await field.inputValue(), 'from:')
    await page.keyboard.type('zoe')
    await tips.getByRole('button', { name: 'Exact phrase' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('harbour plan')
    t.is(await field.inputValue(), 'from:zoe "harbour plan"')
    await page.keyboard.press('Enter')
    await page.getByText('1 match', { exact: true }).waitFor()

    t.false(await tips.isVisible())
    t.regex(await page.getByRole('row').first().innerText(), /zoe[^]*Harbour plan/)
    await page.keyboard.type(' -roof')
    t.true(await tips.isVisible())
    await page.keyboard.press('Escape')
    t.false(await tips.isVisible())
    t.deepEqual(complaints, [])
  },
)

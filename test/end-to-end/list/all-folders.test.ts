import test from 'ava'
import type { Page } from 'playwright-core'
import type { Dovecot } from '../../support/dovecot/dovecot.ts'
import { openSignedInPage } from '../signed-in-page.ts'

/** The oldest first; each is the first message of its folder, so that all have the same UID. */
const letters = [
  ['Trash', 'Harbour old'],
  ['Archive', 'Harbour lease'],
  ['Sent', 'Harbour answer'],
  ['INBOX', 'Harbour plan'],
] as const

async function deliverLetters(dovecot: Dovecot, owner: string): Promise<void> {
  await dovecot.doveadm.subscribe(owner, 'Archive')
  for (const [at, [mailbox, subject]] of letters.entries()) {
    const raw = `From: Zoe <zoe@example.org>\r\nTo: ${owner}\r\nSubject: ${subject}\r\nDate: Fri, 20 Nov 2026 09:0${at}:00 +0000\r\n\r\nthe quay of ${mailbox}\r\n`
    await dovecot.deliver(owner, { mailbox, raw, flags: [] })
  }
}

const prepared = { messages: 0, prepare: deliverLetters } as const

const results = (page: Page) => page.getByRole('region', { name: 'All folders' })

async function searchEverywhere(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Folders' }).selectOption('All folders')
  await page.getByRole('searchbox').fill(text)
  await page.keyboard.press('Enter')
  await results(page).getByRole('row').first().waitFor()
}

test.serial(
  'all folders are searched, and messages are acted on in their own folder',
  async (t) => {
    const { page, dovecot, owner, complaints } = await openSignedInPage(t, prepared)
    const subjectsIn = async (mailbox: string) => {
      const found = await dovecot.doveadm.sources(owner, mailbox)
      return [...found.matchAll(/Harbour \w+/g)].map(([subject]) => subject).sort()
    }
    await searchEverywhere(page, 'harbour')
    const rows = results(page).getByRole('row')
    await results(page).getByText('3 matches').waitFor()
    t.deepEqual(await rows.locator('.row-subject').allTextContents(), [
      'Harbour plan',
      'Harbour answer',
      'Harbour lease',
    ])
    t.deepEqual(await rows.locator('.row-folder').allTextContents(), ['Inbox', 'Sent', 'Archive'])

    await rows.nth(2).click()
    await page.getByText('the quay of Archive').waitFor()
    await rows.nth(1).getByRole('checkbox').click()
    await rows.nth(2).getByRole('checkbox').click()
    await results(page).getByRole('button', { name: 'Flag', exact: true }).click()
    await results(page)
      .getByRole('row', { name: /Flagged.*Harbour answer/ })
      .waitFor()
    await results(page)
      .getByRole('row', { name: /Flagged.*Harbour lease/ })
      .waitFor()
    await results(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await results(page).getByText('1 match', { exact: true }).waitFor()
    await page.getByText('Message deleted').nth(1).waitFor()

    t.deepEqual(await subjectsIn('Trash'), ['Harbour answer', 'Harbour lease', 'Harbour old'])
    t.deepEqual(await subjectsIn('INBOX'), ['Harbour plan'])
    t.deepEqual(await subjectsIn('Sent'), [])

    await page.getByRole('button', { name: 'Undo' }).last().click()
    await results(page).getByText('2 matches').waitFor()
    t.is((await subjectsIn('Trash')).length, 2)
    t.deepEqual(complaints, [])
  },
)

test.serial(
  'what is found is gone through by keys, and the way back leads to the folder',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t, prepared)
    await page.getByRole('row').first().waitFor()
    await page.getByRole('combobox', { name: 'Folders' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('in:sent harbour')
    await page.keyboard.press('Enter')
    await results(page)
      .getByRole('row', { name: /Harbour answer/ })
      .waitFor()
    t.is(await results(page).getByRole('row').count(), 1)

    await page.getByRole('searchbox').fill('in:anywhere harbour')
    await page.keyboard.press('Enter')
    await results(page).getByText('4 matches').waitFor()
    await page.keyboard.press('Tab')
    await results(page).getByRole('row').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.getByText('the quay of Sent').waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    await results(page).getByText('2 selected').waitFor()
    await page.keyboard.press('Escape')
    await results(page).getByText('4 matches').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByText('the quay of Trash').waitFor()

    await page.keyboard.press('Escape')
    await results(page).waitFor({ state: 'detached' })
    t.is(await page.getByRole('searchbox').inputValue(), '')
    await page
      .locator('.list-pane')
      .getByRole('row', { name: /Harbour plan/ })
      .waitFor()
    t.deepEqual(complaints, [])
  },
)

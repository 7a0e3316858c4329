import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { rawImap, type RawImapSession } from '../../proxy/mail/raw-imap.ts'
import { holdNotices } from '../../support/web/hold-notices.ts'
import { openSignedInPage, type SignedInPage } from '../signed-in-page.ts'

const isLive = 'New mail appears at once'

/** A desk, and another program of the same owner that looks at INBOX. */
async function openShared(
  t: ExecutionContext,
  messages: number,
): Promise<SignedInPage & { readonly other: RawImapSession }> {
  const signedInPage = await openSignedInPage(t, { messages })
  const other = await rawImap(t, signedInPage.dovecot, signedInPage.owner)
  await other.run('SELECT INBOX')
  await signedInPage.page.getByText(isLive).waitFor()
  await signedInPage.page.getByRole('row').first().waitFor()
  return { ...signedInPage, other }
}

async function uidsIn(other: RawImapSession, mailbox: string): Promise<readonly number[]> {
  await other.run(`SELECT ${mailbox}`)
  const found = (await other.run('UID SEARCH ALL')).find((line) => line.startsWith('* SEARCH'))
  return (found ?? '').split(' ').slice(2).map(Number)
}

function letter(subject: string): string {
  return `From: Ada <ada@example.org>\r\nSubject: ${subject}\r\n\r\nText of ${subject}.\r\n`
}

/** The row at a place of the list, 1 for the first. */
function row(page: Page, index: number) {
  return page.locator(`[role=row][aria-rowindex="${index}"][aria-label]`)
}

async function scrollTo(page: Page, position: number): Promise<void> {
  await page.getByRole('grid').evaluate((grid, top) => grid.scrollTo({ top }), (position - 1) * 64)
  await row(page, position).waitFor()
}

test.serial('what is selected far up and a range to far down are what is deleted', async (t) => {
  const { page, other, complaints } = await openShared(t, 1_300)
  await row(page, 1).click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await row(page, 2).click()
  await scrollTo(page, 805)

  await row(page, 805).click({ modifiers: ['Shift'] })
  await page.getByText('804 selected').waitFor()
  await page.keyboard.press('Shift+ArrowUp')
  await page.getByText('803 selected').waitFor()
  await holdNotices(page)
  await page.keyboard.press('#')
  await page.getByText('803 messages deleted').waitFor()

  const left = await uidsIn(other, 'INBOX')
  t.deepEqual([left.length, left.at(-1), left.at(-2)], [497, 1_300, 496])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  t.is((await uidsIn(other, 'INBOX')).length, 1_300)
  t.deepEqual(complaints, [])
})

test.serial(
  'what was selected as all stays what it was: mail that arrives is not deleted with it',
  async (t) => {
    const { page, other, dovecot, owner } = await openShared(t, 200)
    await row(page, 1).click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Select all 200' }).click()
    await page.getByText('All 200 selected').waitFor()

    await dovecot.deliver(owner, { raw: letter('Just in') })
    await page.getByRole('row', { name: /Just in/ }).waitFor()
    await page.getByText('200 selected', { exact: true }).waitFor()
    await page.keyboard.press('#')
    await page.getByText('200 messages deleted').waitFor()

    t.deepEqual(await uidsIn(other, 'INBOX'), [201])
    t.is((await uidsIn(other, 'Trash')).length, 200)
  },
)

test.serial(
  'what another program removes leaves the selection, and nothing takes its place',
  async (t) => {
    const { page, other } = await openShared(t, 30)
    await row(page, 1).click({ modifiers: ['Control'] })
    await row(page, 3).click({ modifiers: ['Control'] })
    await page.getByText('2 selected').waitFor()

    await other.run('UID STORE 30 +FLAGS (\\Deleted)')
    await other.run('EXPUNGE')
    await page.getByText('1 selected').waitFor()
    await other.run('UID STORE 28 +FLAGS (\\Deleted)')
    await other.run('EXPUNGE')
    await page.getByText('28 messages', { exact: true }).waitFor()
    await page.keyboard.press('#')
    await page.getByLabel('Check for new mail').click()

    t.is((await uidsIn(other, 'INBOX')).length, 28)
    t.deepEqual(await uidsIn(other, 'Trash'), [])
  },
)

test.serial('mail that comes and goes does not change what the pointer is on', async (t) => {
  const { page, other, dovecot, owner } = await openShared(t, 12)
  // The oldest, which is in plain text: what is clicked is told by what it says.
  await dovecot.deliver(owner, { raw: letter('the aim') })
  await dovecot.deliver(owner, { raw: letter('the one above') })
  const hover = page.getByRole('row', { name: /the aim/ })
  await page.getByRole('row', { name: /the one above/ }).waitFor()
  await hover.hover()
  const before = await hover.boundingBox()

  await dovecot.deliver(owner, { raw: letter('a newcomer') })
  await page.getByRole('button', { name: '1 new' }).waitFor()
  await other.run('NOOP')
  await other.run('UID STORE 14 +FLAGS (\\Deleted)')
  await other.run('EXPUNGE')
  await page.getByText('No longer in this list').waitFor()
  t.is((await hover.boundingBox())?.y, before?.y)
  await page.mouse.down()
  await page.mouse.up()

  await page.getByText('Text of the aim.').waitFor()
  await page.getByRole('button', { name: '1 new' }).click()
  await page.locator('[role=row]:focus[aria-label*="a newcomer"]').waitFor()
  t.true(await page.getByText('Text of the aim.').isVisible())
})

test.serial(
  'a message that comes up after a deletion is unread until one turns to it',
  async (t) => {
    const { page, other, dovecot, owner } = await openShared(t, 1)
    for (const subject of ['third', 'second', 'first']) {
      await dovecot.deliver(owner, { raw: letter(subject) })
      await page.getByRole('row', { name: new RegExp(subject) }).waitFor()
    }
    await page.getByRole('row', { name: /first/ }).click()
    await page.getByText('Text of first.').waitFor()

    await page.keyboard.press('#')
    await page.getByText('Text of second.').waitFor()
    await page.keyboard.press('#')
    await page.getByText('Text of third.').click()
    await page.getByRole('row', { name: /^Ada, third/ }).waitFor()

    await other.run('SELECT Trash')
    let seen: readonly string[] = []
    // The page shows the deletion before the server has made it.
    while (seen.length < 2) {
      seen = (await other.run('FETCH 1:* (FLAGS)')).filter((line) => line.includes('FETCH'))
    }
    t.deepEqual(
      seen.map((line) => line.includes('\\Seen')),
      [true, false],
    )
  },
)

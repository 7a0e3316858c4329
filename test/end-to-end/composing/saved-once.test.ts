import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/database/rows.ts'
import { startImapRelay } from '../../support/dovecot/imap-relay.ts'
import { openDesk } from '../signed-in-page.ts'

test('a draft whose save was not answered is replaced by the next save, and gone once it is sent', async (t) => {
  const { page, textsIn, sent, losing } = await openLossyDesk(t)
  const drafts = () => textsIn('Drafts')
  const save = page.getByRole('button', { name: 'Save draft' })
  await write(page, 'Precious once')

  losing.isNext = true
  await save.click()
  await page.getByText('The mail server does not answer just now.').first().waitFor()
  t.deepEqual(await drafts(), ['Precious once'])
  // The page remembers it also when it is loaded anew.
  await page.reload()
  await page.getByText('Your unsent message is back.').waitFor()
  await page.getByLabel('Message text').fill('Precious twice')
  await save.click()
  await page.getByText('Draft saved').waitFor()
  t.deepEqual(await drafts(), ['Precious twice'])

  losing.isNext = true
  await page.getByLabel('Message text').fill('Precious thrice')
  await save.click()
  await eventually(drafts, (texts) => texts.length === 2)
  await page.getByText('The mail server does not answer just now.').first().waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()

  t.is(losing.count, 2)
  t.is(sent().length, 1)
  t.deepEqual(await eventually(drafts, (texts) => texts.length === 0), [])
})

test('a draft whose saves were not answered goes to the trash when it is discarded, and undo brings it back', async (t) => {
  const { page, textsIn, losing } = await openLossyDesk(t)
  const save = page.getByRole('button', { name: 'Save draft' })
  const lost = page.getByText('The mail server does not answer just now.').first()
  await write(page, 'Precious once')
  losing.isNext = true
  await save.click()
  await lost.waitFor()
  t.deepEqual(await textsIn('Drafts'), ['Precious once'])

  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByText('Draft discarded').waitFor()
  t.deepEqual(await textsIn('Drafts'), [])
  t.deepEqual(await textsIn('Trash'), ['Precious once'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(
    () => textsIn('Drafts'),
    (texts) => texts.length === 1,
  )
  await page.getByLabel('Message text').fill('Precious twice')
  await save.click()
  await page.getByText('Draft saved').waitFor()

  t.deepEqual(await textsIn('Drafts'), ['Precious twice'])
})

/** A page at a server whose next answer to an APPEND gets lost when that is said. */
async function openLossyDesk(t: ExecutionContext) {
  const losing = { isNext: false, count: 0 }
  const { page, dovecot, owner, sent } = await openDesk(t, {
    between: (server) =>
      startImapRelay(t, {
        ...server,
        loses: (line) => {
          const isLost = losing.isNext && line.includes('APPENDUID')
          if (isLost) losing.count += 1
          if (isLost) losing.isNext = false
          return isLost
        },
      }),
  })
  const textsIn = async (mailbox: string) =>
    (await dovecot.doveadm.sources(owner, mailbox).catch(() => '')).match(/^Precious.*$/gm) ?? []
  await page.getByRole('row').first().waitFor()
  return { page, textsIn, sent, losing }
}

async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Message text').fill(text)
}

import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/database/rows.ts'
import { startImapRelay } from '../../support/dovecot/imap-relay.ts'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

test('a draft whose save was not answered is replaced by the next save, and gone once it is sent', async (t) => {
  const { page, textsIn, sent, losing } = await openLossyPage(t)
  const drafts = () => textsIn('Drafts')
  const save = page.getByRole('button', { name: 'Save draft' })
  await write(page, 'Precious once')

  losing.next = 'APPENDUID'
  await save.click()
  await page.getByText('The mail server does not answer just now.').first().waitFor()
  t.deepEqual(await drafts(), ['Precious once'])
  // The page remembers it also when it is loaded again.
  await page.reload()
  await page.getByText('Your unsent message is back.').waitFor()
  await richText(page).fill('Precious twice')
  await save.click()
  await page.getByText('Draft saved').waitFor()
  t.deepEqual(await drafts(), ['Precious twice'])

  losing.next = 'APPENDUID'
  await richText(page).fill('Precious thrice')
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
  const { page, textsIn, losing } = await openLossyPage(t)
  const save = page.getByRole('button', { name: 'Save draft' })
  const lost = page.getByText('The mail server does not answer just now.').first()
  await write(page, 'Precious once')
  losing.next = 'APPENDUID'
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
  await richText(page).fill('Precious twice')
  await save.click()
  await page.getByText('Draft saved').waitFor()

  t.deepEqual(await textsIn('Drafts'), ['Precious twice'])
})

test('a former version that an outage has left goes with the next save, and with the message once it is sent', async (t) => {
  const { page, textsIn, sent, losing } = await openLossyPage(t)
  const drafts = () => textsIn('Drafts')
  const save = page.getByRole('button', { name: 'Save draft' })
  const saveAs = async (text: string) => {
    await richText(page).fill(text)
    const reply = page.waitForResponse((response) => response.url().includes('_action=send'))
    await save.click()
    await (await reply).finished()
    await page.getByText('Draft saved').waitFor()
  }
  await write(page, 'Precious')
  await saveAs('Precious once')

  losing.next = '\\Deleted'
  await saveAs('Precious twice')
  t.deepEqual(await drafts(), ['Precious once', 'Precious twice'])
  await saveAs('Precious thrice')
  t.deepEqual(await drafts(), ['Precious thrice'])

  losing.next = '\\Deleted'
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()

  t.is(losing.count, 2)
  t.is(sent().length, 1)
  t.deepEqual(await eventually(drafts, (texts) => texts.length === 0), [])
  t.is((await textsIn('Sent')).length, 1)
})

test('the version that a draft was opened from goes with the next save where an outage has left it', async (t) => {
  const { page, textsIn, losing } = await openLossyPage(t)
  const drafts = () => textsIn('Drafts')
  const saveAs = async (text: string) => {
    await richText(page).fill(text)
    const reply = page.waitForResponse((response) => response.url().includes('_action=send'))
    await page.getByRole('button', { name: 'Save draft' }).click()
    await (await reply).finished()
    await page.getByText('Draft saved').waitFor()
  }
  await write(page, 'Precious')
  await page.getByLabel('Subject').fill('Letter')
  await saveAs('Precious once')
  await page.getByLabel('Subject').press('Escape')
  await page.getByRole('link', { name: /^Drafts/ }).click()
  await page.getByRole('row', { name: /Letter/ }).click()
  await page.getByRole('button', { name: 'Edit draft' }).click()

  losing.next = '\\Deleted'
  await saveAs('Precious twice')
  t.deepEqual(await drafts(), ['Precious once', 'Precious twice'])
  await saveAs('Precious thrice')

  t.is(losing.count, 1)
  t.deepEqual(await drafts(), ['Precious thrice'])
})

/** A page at a server that loses its next answer to an APPEND, or is cut from the next removal, when that is said. */
async function openLossyPage(t: ExecutionContext) {
  const losing: { next: 'APPENDUID' | '\\Deleted' | undefined; count: number } = {
    next: undefined,
    count: 0,
  }
  const isLost = (text: string) => {
    if (losing.next === undefined || !text.includes(losing.next)) return false
    losing.next = undefined
    losing.count += 1
    return true
  }
  const { page, dovecot, owner, sent } = await openSignedInPage(t, {
    between: (server) =>
      startImapRelay(t, {
        ...server,
        loses: (line) => line.includes('APPENDUID') && isLost(line),
        cuts: (piece) => piece.includes('STORE') && isLost(piece),
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
  await page.getByLabel('Subject').fill('Order')
  await richText(page).fill(text)
}

import type { Page } from 'playwright-core'
import type { FakeApi } from './fake-api.ts'
import { fakeMessage } from './fake-mail.ts'

/** The page with a mailbox behind it that `fillForDialogs` filled. */
interface Stage {
  readonly page: Page
  readonly api: FakeApi
  /** Called for every state, with the name of it. */
  readonly look: (state: string) => Promise<void>
}

const searches = /_action=list&.*%22search%22/
const uploads = /_action=send/
const neverAnswered = () => new Promise<void>(() => undefined)

/** Messages that the dialogs are about. */
export function fillForDialogs({ mailboxes }: FakeApi): void {
  const html = '<h1>Harvest</h1><p>Apples and pears.</p>'
  mailboxes.get('INBOX')?.messages.push(fakeMessage(22, { subject: 'Harvest', html }))
  mailboxes.get('Trash')?.messages.push(fakeMessage(1, { subject: 'Old news' }))
}

/**
 * Brings up one after the other what lies over the list now and then, and what the list and the composer
 * show while the server is at work. Each is put away again; the session is over at the end.
 */
export async function eachDialog(stage: Stage): Promise<void> {
  await deletingPermanently(stage)
  await folders(stage)
  await searching(stage)
  await forwarding(stage)
  await sending(stage)
  await signingInAgain(stage)
}

async function openFolder({ page }: Stage, name: RegExp): Promise<void> {
  await showFolders(page)
  await page.getByRole('link', { name }).click()
}

async function showFolders(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Show folders' })
  if (!(await menu.isVisible())) return
  if ((await menu.getAttribute('aria-expanded')) !== 'true') await menu.click()
}

async function deletingPermanently(stage: Stage): Promise<void> {
  const { page, look } = stage
  await openFolder(stage, /^Trash/)
  await page.getByRole('row', { name: /Old news/ }).click({ modifiers: ['Control'] })
  await page.keyboard.press('#')
  await page.getByRole('dialog').waitFor()
  await look('delete for good')
  await page.keyboard.press('Escape')
  await openFolder(stage, /^Inbox/)
}

async function folders(stage: Stage): Promise<void> {
  const { page, look } = stage
  const open = async (folder: string, item: string) => {
    await showFolders(page)
    await page.getByRole('button', { name: `Actions for ${folder}`, exact: true }).click()
    await page.getByRole('button', { name: item }).click()
  }
  await open('Trash', 'Empty folder')
  await page
    .getByRole('dialog')
    .getByText(/message/)
    .waitFor()
  await look('empty a folder')
  await page.keyboard.press('Escape')

  await open('Projects', 'Delete folder')
  await page.getByText(/will be deleted/).waitFor()
  await look('delete a folder')
  await page.keyboard.press('Escape')

  await open('Projects', 'Rename')
  await look('rename a folder')
  await page.keyboard.press('Escape')

  await showFolders(page)
  await page.getByRole('button', { name: 'Actions for Projects', exact: true }).click()
  await page.getByLabel('Use as').focus()
  await look('choose the use of a folder')
  await page.keyboard.press('Escape')
  await openFolder(stage, /^Inbox/)
}

async function searching({ page, look }: Stage): Promise<void> {
  await page.route(searches, neverAnswered)
  await page.getByRole('searchbox').fill('Pears')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await look('a search that goes on')
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Search stopped').waitFor()
  await look('a search that was stopped')
  await page.unroute(searches)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('row', { name: /Harvest/ }).waitFor()
}

async function forwarding({ page, look }: Stage): Promise<void> {
  await page.getByRole('row', { name: /Harvest/ }).click()
  await page.frameLocator('iframe').getByText('Apples').waitFor()
  await look('a message of HTML')
  await page.keyboard.press('f')
  await page.getByLabel('Message text').waitFor()
  await page.frameLocator('.original-frame').getByText('Apples').waitFor()
  await look('forward')
}

async function sending({ page, api, look }: Stage): Promise<void> {
  await page.route(uploads, neverAnswered)
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  const buffer = Buffer.alloc(200_000, 'x')
  const file = { name: 'harvest.csv', mimeType: 'text/csv', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Uploading files').waitFor()
  await look('an upload')
  await page.locator('.upload-progress').getByRole('button', { name: 'Stop' }).click()
  await page.unroute(uploads)

  api.refused.set('send', 'send_uncertain')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('may have been delivered').waitFor()
  await look('a message that may have been delivered')
  api.refused.delete('send')

  api.canFile = false
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('A message was sent, but its copy').waitFor()
  await look('a copy that is not filed')
  await page.getByRole('button', { name: 'Don’t save a copy' }).click()
}

async function signingInAgain({ page, api, look }: Stage): Promise<void> {
  api.isSignedIn = false
  const back = page.getByRole('button', { name: 'Back to the list' })
  if (await back.isVisible()) await back.click()
  await page.getByRole('button', { name: 'Check for new mail' }).click()
  await page.getByText('Session ended').waitFor()
  await page.getByLabel(/Password/).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').first().waitFor()
  await look('a sign-in that was refused')
}

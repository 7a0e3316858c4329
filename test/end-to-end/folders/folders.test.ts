import test from 'ava'
import type { Page } from 'playwright-core'
import { holdNotices } from '../../support/web/hold-notices.ts'
import { openSignedInPage } from '../signed-in-page.ts'

async function openMenu(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${folder}` }).click({ force: true })
}

async function createFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name, exact: true }).waitFor()
}

test.serial(
  'a folder is made, renamed into another one, put into the trash, and brought back',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()

    await createFolder(page, 'Entwürfe & Pläne')
    await createFolder(page, 'Work')
    await openMenu(page, 'Work')
    await page.getByRole('button', { name: 'Rename or move' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Job')
    await page.getByRole('combobox', { name: 'Inside' }).selectOption('Entwürfe & Pläne')
    await page.getByRole('button', { name: 'Save' }).click()
    const job = page.locator('[data-folder="Entwürfe & Pläne.Job"]')
    await job.waitFor()
    await job.click()
    await page.getByText('Nothing here').waitFor()

    await holdNotices(page)
    await openMenu(page, 'Job')
    await page.getByRole('button', { name: 'Delete folder' }).click()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.locator('[data-folder="Trash.Job"]').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await job.waitFor()

    t.is(await page.locator('[data-folder="Trash.Job"]').count(), 0)
    t.deepEqual(complaints, [])
  },
)

test.serial('a folder that was open is left when it is deleted permanently', async (t) => {
  const { page } = await openSignedInPage(t)
  await createFolder(page, 'Work')
  await page.getByRole('link', { name: 'Work', exact: true }).click()

  await page.getByRole('link', { name: 'Work', exact: true }).press('Delete')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('Folder Work deleted permanently').waitFor()

  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  t.is(await page.locator('[data-folder=Work]').count(), 0)
})

test.serial('a name the server refuses stays in its field with the reason', async (t) => {
  const { page } = await openSignedInPage(t)
  await createFolder(page, 'Work')

  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Work')
  await page.keyboard.press('Enter')

  await page.getByText('There is a folder of this name already.').waitFor()
  t.is(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Work')
})

test.serial(
  'a hidden folder leaves the list and comes back from the list of all folders',
  async (t) => {
    const { page } = await openSignedInPage(t)
    await createFolder(page, 'Work')

    await openMenu(page, 'Work')
    await page.getByRole('button', { name: 'Hide from this list' }).click()
    await page.locator('[data-folder=Work]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Folders shown' }).click()
    await page.getByRole('checkbox', { name: 'Work' }).click()
    await page.locator('[data-folder=Work]').waitFor()

    t.true(await page.getByRole('checkbox', { name: 'Work' }).isChecked())
  },
)

test.serial(
  'the folders are walked with the arrow keys, which leave the open message alone',
  async (t) => {
    const { page } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()

    await page.locator('[data-folder=INBOX]').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sent' }).waitFor()

    t.is(await page.evaluate(() => document.activeElement?.getAttribute('data-folder')), 'Sent')
  },
)

test.serial('a message is dropped on a folder', async (t) => {
  const { page } = await openSignedInPage(t)
  await createFolder(page, 'Work')
  const row = page.getByRole('row').first()
  await row.waitFor()

  await row.dragTo(page.locator('[data-folder=Work]'))
  await page.getByText('Moved to Work').waitFor()
  await page.locator('[data-folder=Work]').click()
  await page.getByText('1 message', { exact: true }).waitFor()

  t.is(await page.getByRole('row').count(), 1)
})

const quota = `
mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=10M
}`

test.serial('the storage used is shown where the server has quotas', async (t) => {
  const { page } = await openSignedInPage(t, { settings: quota })

  await page.getByText(/of 10.5 MB used/).waitFor()

  t.is(await page.locator('.storage meter').getAttribute('max'), String(10 * 1024 * 1024))
})

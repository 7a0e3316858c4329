import type { Page, Request } from 'playwright-core'
import test from 'ava'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const FILE_BYTES = 2_000_000

/** Notes the bytes of every form that is posted from now on. */
function notePosts(page: Page): Request[] {
  const posts: Request[] = []
  page.on('requestfinished', (request) => {
    if (request.url().includes('_action=send')) posts.push(request)
  })
  return posts
}

async function uploadsAmong(posts: readonly Request[]): Promise<number> {
  const headers = await Promise.all(posts.map((request) => request.allHeaders()))
  return headers.filter((fields) => Number(fields['content-length']) >= FILE_BYTES).length
}

async function attach(page: Page, name: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(FILE_BYTES, 'Postern '),
  })
}

test('a large file is uploaded once: refused, saved, reworded and sent', async (t) => {
  const { page, sent } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  await page.clock.install()
  await page.reload()
  await page.getByRole('row').first().waitFor()
  const posts = notePosts(page)
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('nobody, ada@example.org')
  await page.getByLabel('Subject').fill('Order')
  await richText(page).fill('Here is the plan')
  await attach(page, 'plan.bin')

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page
    .getByRole('alert')
    .getByText(/address/)
    .waitFor()
  await page.getByRole('option', { name: 'nobody' }).press('Delete')
  await page.clock.runFor(30_000)
  await page.getByText(/^Saved /).waitFor()
  await richText(page).fill('Here is the new plan')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()

  t.is(await uploadsAmong(posts), 1)
  const source = sent()[0]?.source ?? ''
  t.regex(source, /Here is the new plan/)
  const [, encoded = ''] = /plan\.bin[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source) ?? []
  t.true(Buffer.from(encoded, 'base64').equals(Buffer.alloc(FILE_BYTES, 'Postern ')))
  await page.getByRole('link', { name: 'Drafts', exact: true }).waitFor()
})

test('an upload that takes its time shows how far it is, and can be stopped and taken up again', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  const network = await page.context().newCDPSession(page)
  const limitUpload = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Subject').fill('Order')
  await richText(page).fill('Here is the plan')
  await limitUpload(FILE_BYTES / 60)

  await attach(page, 'plan.bin')
  await page.getByRole('progressbar', { name: 'Uploading files' }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove plan.bin' }).waitFor()

  await limitUpload(-1)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()
  t.regex(sent()[0]?.source ?? '', /plan\.bin/)
  t.deepEqual(complaints, [])
})

import { randomBytes } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import test from 'ava'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const FILE_BYTES = 2_000_000

/** Notes every form, and every piece of a file, that is sent from now on. */
function notePosts(page: Page): Request[] {
  const posts: Request[] = []
  page.on('requestfinished', (request) => {
    if (/_action=(?:send|uploads)/.test(request.url())) posts.push(request)
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
  await page.getByRole('progressbar', { name: 'plan.bin' }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('progressbar', { name: 'Uploading files' }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('progressbar', { name: 'Uploading files' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove plan.bin' }).waitFor()

  await limitUpload(-1)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()
  t.regex(sent()[0]?.source ?? '', /plan\.bin/)
  t.deepEqual(complaints, [])
})

test('files attached together go on where the line broke, each with its progress, and are sent whole', async (t) => {
  const { page, sent } = await openSignedInPage(t, {
    config: { limits: { messageBytes: 60_000_000 } },
  })
  await page.getByRole('row').first().waitFor()
  const network = await page.context().newCDPSession(page)
  const setLine = (offline: boolean, uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      ...{ offline, latency: 0, downloadThroughput: -1, uploadThroughput },
    })
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Subject').fill('Plans')
  await richText(page).fill('Here are the plans')
  const [large, other] = [randomBytes(25_000_000), randomBytes(1_000_000)]
  await setLine(false, 5_000_000)

  await page.locator('input[type=file]').setInputFiles([
    { name: 'large.bin', mimeType: 'application/octet-stream', buffer: large },
    { name: 'other.bin', mimeType: 'application/octet-stream', buffer: other },
  ])
  await page.getByRole('progressbar', { name: 'other.bin' }).waitFor({ state: 'detached' })
  const progress = page.getByRole('progressbar', { name: 'large.bin' })
  await page.waitForFunction(
    () =>
      (document.querySelector<HTMLProgressElement>('.attached progress')?.value ?? 0) > 9_000_000,
  )
  await setLine(true, -1)
  await page.locator('.attached progress.is-waiting').waitFor()
  await setLine(false, -1)
  await progress.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()

  t.is(offsets.filter((offset) => offset === 0).length, 2, offsets.join(', '))
  const source = sent()[0]?.source ?? ''
  for (const [name, content] of Object.entries({ 'large.bin': large, 'other.bin': other })) {
    const [, encoded = ''] =
      new RegExp(`filename=${name}[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(source) ?? []
    t.true(Buffer.from(encoded, 'base64').equals(content), name)
  }
})

test('a file goes with the form of its message where the server has no room for it, or has lost it', async (t) => {
  const { page, sent } = await openSignedInPage(t, {
    config: { tuning: { uploads: { filesPerOwner: 1 } } },
  })
  await page.getByRole('row').first().waitFor()
  // As another instance answers that has not got it.
  await page.route(/_action=uploads/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 204, headers: { 'Upload-Offset': String(FILE_BYTES) } })
      : route.continue(),
  )
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Subject').fill('Plans')
  await richText(page).fill('Here are the plans')

  await attach(page, 'lost.bin')
  await attach(page, 'refused.bin')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()

  const source = sent()[0]?.source ?? ''
  t.regex(source, /filename=lost\.bin/)
  t.regex(source, /filename=refused\.bin/)
})

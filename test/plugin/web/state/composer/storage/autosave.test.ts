import test from 'ava'
import type { BrowserContext, Page } from 'playwright-core'
import { untilCopied } from '../../../../../support/web/browser-copies.ts'
import type { FakeCall } from '../../../../../support/web/fake-api.ts'
import { browserTests, type OpenMail } from '../../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

const FILE_BYTES = 1_000_000

/** Two tabs of one user, who writes a message in each; the test moves their clock. */
async function writeInTwoTabs({ page, api }: OpenMail): Promise<readonly [Page, Page]> {
  const context = page.context()
  await context.clock.install()
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(api.url)
    await tab.getByRole('row', { name: /Message 20/ }).waitFor()
    await tab.keyboard.press('c')
    await tab.getByLabel('Message text').fill('Precious')
  }
  return [page, other]
}

/** A large file in each of the messages. */
async function attach(tabs: readonly Page[]): Promise<void> {
  const buffer = Buffer.alloc(FILE_BYTES, 'a')
  for (const tab of tabs) {
    await tab
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer })
  }
}

/** Lets so much time pass in all tabs, by steps in which answers can come. */
async function pass(context: BrowserContext, minutes: number): Promise<void> {
  for (let step = 0; step < minutes * 6; step += 1) {
    await context.clock.runFor(10_000)
    for (const tab of context.pages())
      await tab.evaluate(async () => fetch('?', { method: 'HEAD' }).catch(() => null))
  }
}

function totalBytes(calls: readonly FakeCall[]): number {
  return calls.reduce((sum, { bytes }) => sum + bytes, 0)
}

async function bothAreStored(tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) {
    await tab.getByText(/^Saved /).waitFor()
    await untilCopied(tab, '"isChanged":false')
  }
}

test('while the session is over each tab asks once, and the files wait in the browser', async (t) => {
  const mail = await openMail(t)
  const { page, api } = mail
  const tabs = await writeInTwoTabs(mail)
  api.isSignedIn = false
  const before = api.calls.length
  await attach(tabs)

  await pass(page.context(), 10)

  // Who is signed in now is looked at as well, by the page itself.
  const refused = api.calls.slice(before).filter(({ action }) => action !== 'page')
  t.true(refused.length <= 2, refused.map(({ action }) => action).join())
  t.true(totalBytes(refused) < 10_000)
  for (const tab of tabs) t.is(await tab.getByLabel('Message text').inputValue(), 'Precious')

  await page.getByLabel('Password for owner@example.test').fill('right')
  await page.keyboard.press('Enter')
  for (const tab of tabs) {
    await tab.getByRole('dialog', { name: 'Session ended' }).waitFor({ state: 'detached' })
  }
  const uploads = () => api.calls.slice(before).filter(({ bytes }) => bytes >= FILE_BYTES)
  // A draft is stored without its file as long as that is on its way.
  while (uploads().length < 2) await pass(page.context(), 1)
  await bothAreStored(tabs)
  t.is(uploads().length, 2)
})

test('while the mail server is out one of two tabs probes, and no file is sent', async (t) => {
  const mail = await openMail(t)
  const { page, api } = mail
  const tabs = await writeInTwoTabs(mail)
  for (const action of ['send', 'keep-alive', 'check-recent', 'recipients']) {
    api.refused.set(action, 'mail_unavailable')
  }
  const before = api.calls.length
  await attach(tabs)

  await pass(page.context(), 30)

  // A file comes to Postern itself, whatever the mail server does.
  const refused = api.calls.slice(before).filter(({ action }) => action !== 'uploads')
  const probes = refused.filter(({ action }) => action === 'keep-alive')
  t.true(refused.length - probes.length <= 2, refused.map(({ action }) => action).join())
  // One every 10 minutes, as the server requests, with jitter.
  t.true(probes.length > 0 && probes.length <= 5, String(probes.length))
  t.true(totalBytes(refused) < 10_000)

  api.refused.clear()
  await page.getByRole('button', { name: 'Try now' }).click()
  for (const tab of tabs) await tab.getByText('Nothing is lost.').waitFor({ state: 'detached' })
  await pass(page.context(), 1)
  await bothAreStored(tabs)
  const uploads = api.calls.slice(before).filter(({ bytes }) => bytes >= FILE_BYTES)
  t.is(uploads.length, 2)
})

test('while the server cannot be reached one of two tabs asks, and no file is sent', async (t) => {
  const mail = await openMail(t)
  const context = mail.page.context()
  const tabs = await writeInTwoTabs(mail)
  const requested: { readonly action: string; readonly bytes: number }[] = []
  await context.route(/_action=/, async (route) => {
    const request = route.request()
    const action = new URL(request.url()).searchParams.get('_action') ?? ''
    requested.push({ action, bytes: Number((await request.allHeaders())['content-length'] ?? 0) })
    await route.abort('connectionrefused')
  })
  await attach(tabs)

  await pass(context, 10)

  const probes = requested.filter(({ action }) => action === 'keep-alive')
  t.true(requested.length - probes.length <= 2, requested.map(({ action }) => action).join())
  // One every 30 seconds, with jitter; two tabs would ask twice as often.
  t.true(probes.length > 0 && probes.length <= 32, String(probes.length))
  t.true(requested.every(({ bytes }) => bytes < 10_000))

  await context.unroute(/_action=/)
  await pass(context, 2)
  await bothAreStored(tabs)
})

test('a tab that is closed is not waited for: another asks in its place', async (t) => {
  const mail = await openMail(t)
  const { page, api } = mail
  const context = page.context()
  const [, other] = await writeInTwoTabs(mail)
  for (const action of ['send', 'keep-alive', 'check-recent']) {
    api.refused.set(action, 'mail_unavailable')
  }
  await attach([other])
  await page.getByRole('button', { name: 'Check for new mail' }).click()
  await other.getByText('Nothing is lost.').waitFor()
  await page.close()
  api.refused.clear()

  await pass(context, 20)

  await other.getByText('Nothing is lost.').waitFor({ state: 'detached' })
  t.is(await other.getByLabel('Message text').inputValue(), 'Precious')
})

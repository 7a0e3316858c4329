import test from 'ava'
import type { Page } from 'playwright-core'
import type { Dovecot } from '../support/dovecot/dovecot.ts'
import { openSignedInPage, type SignedInPage } from './signed-in-page.ts'

const SEGMENT = '0228251236'
const OTHER_SEGMENT = '5550001111'

interface SharedBrowser extends SignedInPage {
  readonly bea: string
}

/** A desk, and a second user who shares its browser. Each has one message of their own. */
async function openSharedBrowser(
  t: Parameters<typeof openSignedInPage>[0],
  n: number,
): Promise<SharedBrowser> {
  const signedInPage = await openSignedInPage(t, {
    messages: 0,
    prepare: (dovecot, owner) => deliver(dovecot, owner, 'For Ada only'),
  })
  // Desks are given to the first owners.
  const bea = signedInPage.dovecot.userName(20 - n)
  await deliver(signedInPage.dovecot, bea, 'For Bea only')
  await rowOf(signedInPage.page, 'Ada').waitFor()
  return { ...signedInPage, bea }
}

async function deliver(dovecot: Dovecot, user: string, subject: string): Promise<void> {
  const raw = `From: eve@example.org\r\nSubject: ${subject}\r\n\r\nText ${subject}\r\n`
  await dovecot.deliver(user, { raw, flags: [] })
}

function rowOf(page: Page, name: 'Ada' | 'Bea') {
  return page.getByRole('row', { name: `For ${name} only` })
}

async function openTab(page: Page, segment: string): Promise<Page> {
  const tab = await page.context().newPage()
  const { origin, pathname } = new URL(page.url())
  await tab.goto(origin + pathname.replace(SEGMENT, segment))
  return tab
}

async function submitSignIn(tab: Page, user: string, password: string): Promise<void> {
  await tab.fill('input[name=_user]', user)
  await tab.fill('input[name=_pass]', password)
  await tab.click('button[type=submit]')
}

test('two users in two tabs are both signed in, each under a segment of their own', async (t) => {
  const { page, dovecot, owner, bea } = await openSharedBrowser(t, 0)

  const tab = await openTab(page, OTHER_SEGMENT)
  await submitSignIn(tab, bea, dovecot.password)
  await rowOf(tab, 'Bea').click()
  await tab.getByText('Text For Bea only').waitFor()
  await rowOf(page, 'Ada').click()
  await page.getByText('Text For Ada only').waitFor()
  await page.reload()
  await tab.reload()

  await rowOf(page, 'Ada').waitFor()
  await rowOf(tab, 'Bea').waitFor()
  t.true(await page.getByTitle(owner).isVisible())
  t.is(await page.getByRole('dialog').count(), 0)
})

/** Both tabs show the form before Ada signs in in the first one. */
async function openStaleForm({ page, owner, dovecot }: SignedInPage): Promise<Page> {
  await page.context().clearCookies()
  const tab = await openTab(page, SEGMENT)
  await page.reload()
  await submitSignIn(page, owner, dovecot.password)
  await rowOf(page, 'Ada').waitFor()
  return tab
}

async function signInInstead(tab: Page, { bea, dovecot }: SharedBrowser): Promise<void> {
  await submitSignIn(tab, bea, dovecot.password)
  await tab.getByText('Another account is signed in in this browser').waitFor()
  await submitSignIn(tab, bea, dovecot.password)
  await rowOf(tab, 'Bea').waitFor()
}

test('a second sign-in under one segment ends nothing unasked', async (t) => {
  const shared = await openSharedBrowser(t, 1)
  const { page, dovecot, bea } = shared
  const tab = await openStaleForm(shared)

  await submitSignIn(tab, bea, dovecot.password)
  await tab.getByText('Another account is signed in in this browser').waitFor()

  await rowOf(page, 'Ada').click()
  await page.getByText('Text For Ada only').waitFor()
  await page.reload()
  await rowOf(page, 'Ada').waitFor()
  t.is(await page.getByRole('dialog').count(), 0)
})

test('the first tab reports who signed in instead, and shows none of their mail', async (t) => {
  const shared = await openSharedBrowser(t, 2)
  const { page, owner, bea } = shared
  const tab = await openStaleForm(shared)
  await signInInstead(tab, shared)

  // By itself: its stream of events ended with the session.
  const layer = page.getByRole('dialog', { name: 'Another account is signed in' })
  await layer.getByText(`${bea} is now signed in in this browser`).waitFor()
  t.is(await page.getByText('Check the password').count(), 0)
  t.is(await rowOf(page, 'Bea').count(), 0)

  await page.getByLabel(`Password for ${owner}`).fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('Check the password').waitFor()
  await tab.reload()
  await rowOf(tab, 'Bea').waitFor()

  await layer.getByRole('link', { name: `Go to the mail of ${bea}` }).click()
  await rowOf(page, 'Bea').waitFor()
  t.is(await page.getByRole('dialog').count(), 0)
})

test('who signs in again in the first tab continues there, and another browser all the time', async (t) => {
  const shared = await openSharedBrowser(t, 3)
  const { page, owner, dovecot } = shared
  const away = await page.context().browser()?.newPage()
  if (away === undefined) throw new Error('the browser is gone')
  t.teardown(() => away.close())
  await away.goto(page.url())
  await submitSignIn(away, owner, dovecot.password)
  await rowOf(away, 'Ada').waitFor()
  const tab = await openStaleForm(shared)
  await signInInstead(tab, shared)

  await page.getByLabel(`Password for ${owner}`).fill(dovecot.password)
  await page.keyboard.press('Enter')

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await rowOf(page, 'Ada').click()
  await page.getByText('Text For Ada only').waitFor()
  await tab.getByText(`${owner} is now signed in in this browser`).waitFor()
  await away.reload()
  await rowOf(away, 'Ada').waitFor()
  t.is(await away.getByRole('dialog').count(), 0)
})

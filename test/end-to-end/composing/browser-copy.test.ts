import test from 'ava'
import type { Page } from 'playwright-core'
import { browserCopies, untilCopied } from '../../support/web/browser-copies.ts'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const isBack = 'Your unsent message is back.'

async function write(page: Page, subject: string): Promise<void> {
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Subject').fill(subject)
  await richText(page).fill('Precious words')
}

async function attach(page: Page, name: string, text: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}

/** Ends the process that shows the page, as when it runs out of memory. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const browser = await page.context().newCDPSession(page)
  void browser.send('Page.crash').catch(() => undefined)
  await crashed
}

/** As the server ends a session, of which the page learns with its next request. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const form = document.querySelector<HTMLFormElement>('form[action="?_task=logout"]')
    if (form === null) throw new Error('no one is signed in')
    const token = form.querySelector<HTMLInputElement>('input[name=_token]')?.value ?? ''
    await fetch(form.action, { method: 'POST', body: new URLSearchParams({ _token: token }) })
  })
}

async function signIn(page: Page, user: string, password: string): Promise<void> {
  await page.fill('input[name=_user]', user)
  await page.fill('input[name=_pass]', password)
  await page.click('button[type=submit]')
  await page.getByRole('row').first().waitFor()
}

const barOf = (page: Page, subject: string) =>
  page
    .getByRole('navigation', { name: 'Messages being written' })
    .getByRole('button', { name: subject, exact: true })

test.serial(
  'a message whose tab crashed waits with its file in the next tab, in one only',
  async (t) => {
    const { page, sent } = await openSignedInPage(t)
    await write(page, 'Engines')
    await attach(page, 'plan.txt', 'the plan')
    await untilCopied(page, 'Precious words', '"fileCount":1', '"files":["')
    const address = page.url().replace(/#.*/, '')

    await crash(page)
    const next = await page.context().newPage()
    await next.goto(address)
    await next.getByText(isBack).waitFor()
    const other = await page.context().newPage()
    await other.goto(address)
    await other.getByRole('row').first().waitFor()
    await barOf(next, 'Engines').click()

    t.is(await richText(next).innerText(), 'Precious words')
    await next.getByRole('button', { name: 'Send', exact: true }).click()
    await next.getByText('Message sent').waitFor()
    t.regex(sent()[0]?.source ?? '', /filename=plan\.txt[\s\S]*dGhlIHBsYW4=/)
    t.is(await barOf(other, 'Engines').count(), 0)
    t.deepEqual(await browserCopies(next), [])
  },
)

test.serial(
  'a message is back when its owner signs in after the server ended the session',
  async (t) => {
    const { page, dovecot, owner } = await openSignedInPage(t)
    page.on('dialog', (dialog) => void dialog.accept())
    await write(page, 'Engines')
    await attach(page, 'plan.txt', 'the plan')
    await untilCopied(page, 'Precious words', '"files":["')

    await endSession(page)
    await page.reload()
    await signIn(page, owner, dovecot.password)
    await page.getByText(isBack).waitFor()

    t.is(await richText(page).innerText(), 'Precious words')
    t.is(await page.getByText('plan.txt').count(), 1)
  },
)

test.serial(
  'no other owner of the same browser is offered it, and its owner still is',
  async (t) => {
    const { page, dovecot, owner } = await openSignedInPage(t)
    const other = dovecot.userName(20)
    await dovecot.seed(other, 1)
    page.on('dialog', (dialog) => void dialog.accept())
    await write(page, 'Engines')
    await untilCopied(page, 'Precious words')
    await endSession(page)
    await page.reload()

    await signIn(page, other, dovecot.password)
    await page.keyboard.press('c')
    await richText(page).waitFor()
    const seen = [await page.getByText(isBack).count(), await richText(page).innerText()]
    await endSession(page)
    await page.reload()
    await signIn(page, owner, dovecot.password)
    await page.getByText(isBack).waitFor()

    t.deepEqual(seen, [0, '\n'])
    t.is(await richText(page).innerText(), 'Precious words')
  },
)

test.serial('a tab that is open keeps its message to itself', async (t) => {
  const { page } = await openSignedInPage(t)
  await write(page, 'First')
  await untilCopied(page, '"subject":"First"')
  const second = await page.context().newPage()
  await second.goto(page.url().replace(/#.*/, ''))
  await write(second, 'Second')
  await untilCopied(second, '"subject":"Second"')
  second.on('dialog', (dialog) => void dialog.accept())

  await second.reload()
  await second.getByText(isBack).waitFor()

  t.is(await second.getByLabel('Subject').inputValue(), 'Second')
  t.is(await barOf(second, 'First').count(), 0)
  t.is(await page.getByLabel('Subject').inputValue(), 'First')
})

test.serial('who signs out leaves nothing of it in the browser', async (t) => {
  const { page } = await openSignedInPage(t)
  page.on('dialog', (dialog) => void dialog.accept())
  await write(page, 'Engines')
  await attach(page, 'plan.txt', 'the plan')
  await untilCopied(page, 'Precious words', '"files":["')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.locator('input[name=_pass]').waitFor()

  t.deepEqual(await browserCopies(page), [])
  t.is(await page.evaluate(() => sessionStorage.length), 0)
})

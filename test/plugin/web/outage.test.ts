import test from 'ava'
import { browserTests } from '../../support/web/open-mail.ts'

const openMail = browserTests(test)

test('while the server is away a banner says so, and the request is answered afterwards', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  for (const action of ['show', 'keep-alive']) api.refused.set(action, 'mail_unavailable')

  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Nothing is lost.').waitFor()
  api.refused.clear()
  await page.getByRole('button', { name: 'Try now' }).click()

  await page.getByText('Text of message 20.').waitFor()
  t.is(await page.getByText('Nothing is lost.').count(), 0)
})

test('a message that could not be sent for an outage keeps its text and is sent later', async (t) => {
  const { page, api } = await openMail(t)
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')
  await page.getByLabel('Message text').fill('Precious')
  for (const action of ['send', 'keep-alive']) api.refused.set(action, 'mail_unavailable')

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Nothing is lost.').waitFor()
  t.is(await page.getByLabel('Message text').inputValue(), 'Precious')
  api.refused.clear()
  await page.getByRole('button', { name: 'Send', exact: true }).click()

  await page.getByText('Message sent').waitFor()
  t.is(api.sent.size, 1)
})

for (const [run, isSend] of [
  ['Send', true],
  ['Save draft', false],
] as const) {
  test(`once an outage is over the composer no longer speaks of it (${run})`, async (t) => {
    const { page, api } = await openMail(t)
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('ada@example.test')
    await page.getByLabel('Subject').fill('Order')
    await page.getByLabel('Message text').fill('Precious')
    for (const action of ['send', 'keep-alive']) api.refused.set(action, 'mail_unavailable')
    const note = page.locator('.composer-problem')

    await page.getByRole('button', { name: run, exact: true }).click()
    await page.getByText('Nothing is lost.').waitFor()
    await note.getByText('does not answer').waitFor()
    api.refused.clear()
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('Nothing is lost.').waitFor({ state: 'detached' })

    await note.getByText('does not answer').waitFor({ state: 'detached' })
    t.is(await note.getByText('Press Send again').count(), isSend ? 1 : 0)
    t.is(await page.getByLabel('Message text').inputValue(), 'Precious')
  })
}

test('an action during an outage is done once the server is back', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  for (const action of ['delete', 'keep-alive']) api.refused.set(action, 'mail_busy')

  await page.getByRole('row', { name: /Message 20/ }).click({ modifiers: ['Control'] })
  await page.keyboard.press('#')
  await page.getByText('Nothing is lost.').waitFor()
  t.is(await page.getByRole('grid').getAttribute('aria-rowcount'), '19')
  api.refused.clear()
  await page.getByRole('button', { name: 'Try now' }).click()

  await page.getByText('Message deleted').waitFor()
  t.is(api.mailboxes.get('Trash')?.messages.length, 1)
})

test('when the session ends one signs in above the page, and the draft stays', async (t) => {
  const { page, api } = await openMail(t)
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')
  await page.getByLabel('Message text').fill('Precious')
  api.isSignedIn = false

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('dialog', { name: 'Session ended' }).waitFor()
  await page.getByLabel('Password for owner@example.test').fill('right')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Session ended' }).waitFor({ state: 'detached' })

  t.is(await page.getByLabel('Message text').inputValue(), 'Precious')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()
})

test('who took the place of a session is named, also when their cookie comes after its end', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  api.isSignedIn = false
  // The first look at the page finds no one signed in.
  void api.next('page').then(() => (api.pageOf = 'bea@example.test'))

  await page.getByRole('row', { name: /Message 20/ }).click()

  const layer = page.getByRole('dialog', { name: 'Another account is signed in' })
  await layer.getByText('bea@example.test is now signed in in this browser').waitFor()
  t.is(await page.getByRole('dialog', { name: 'Session ended' }).count(), 0)
})

test('a wrong password in the layer is said, and requested again', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  api.isSignedIn = false
  await page.getByRole('row', { name: /Message 20/ }).click()

  await page.getByLabel('Password for owner@example.test').fill('wrong')
  await page.keyboard.press('Enter')

  await page.getByText('Check the password.').waitFor()
  t.false(api.isSignedIn)
})

test('a session that is back automatically is taken up without a word', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  api.refused.set('show', 'session_expired')
  void api.next('show').then(() => api.refused.clear())

  await page.getByRole('row', { name: /Message 20/ }).click()

  await page.getByText('Text of message 20.').waitFor()
  t.is(await page.getByRole('dialog').count(), 0)
})

test('the banner of an outage names the request that met it', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  for (const action of ['show', 'keep-alive']) api.refused.set(action, 'mail_unavailable')

  await page.getByRole('row', { name: /Message 20/ }).click()

  await page.locator('.banner').getByText('Reference: a39eb5f3').waitFor()
  t.pass()
})

test('a notice of an action that failed at the server names its request', async (t) => {
  const { page, api } = await openMail(t)
  api.refused.set('delete', 'internal')

  await page.getByRole('row', { name: /Message 20/ }).click({ modifiers: ['Control'] })
  await page.keyboard.press('#')

  const notice = page.getByRole('alert').filter({ hasText: 'Something went wrong.' })
  await notice.getByText('Reference: a39eb5f3').waitFor()
  t.is(await notice.locator('.reference').evaluate((id) => getComputedStyle(id).userSelect), 'all')
})

test('a notice of an action that was refused says only why', async (t) => {
  const { page, api } = await openMail(t)
  api.refused.set('delete', 'over_quota')

  await page.getByRole('row', { name: /Message 20/ }).click({ modifiers: ['Control'] })
  await page.keyboard.press('#')

  await page.getByText('The mailbox is full.').waitFor()
  t.is(await page.getByText('Reference:').count(), 0)
})

test('a list that the server could not make names its request', async (t) => {
  const { page, api } = await openMail(t)
  api.refused.set('list', 'internal')

  await page.locator('[data-folder="Trash"]').click()

  await page.locator('.list-pane').getByText('Reference: a39eb5f3').waitFor()
  t.pass()
})

test('a message that the server could not read names its request', async (t) => {
  const { page, api } = await openMail(t)
  api.refused.set('show', 'message_unreadable')

  await page.getByRole('row', { name: /Message 20/ }).click()

  await page.locator('.message-pane').getByText('Reference: a39eb5f3').waitFor()
  t.pass()
})

test('a message that the server failed to send names its request', async (t) => {
  const { page, api } = await openMail(t)
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')
  await page.getByLabel('Message text').fill('Precious')
  api.refused.set('send', 'internal')

  await page.getByRole('button', { name: 'Send', exact: true }).click()

  await page.locator('.composer').getByText('Reference: a39eb5f3').waitFor()
  t.pass()
})

import test from 'ava'
import type { BrowserContextOptions } from 'playwright-core'
import { eachDialog, fillForDialogs } from '../../support/web/dialog-states.ts'
import { fakeMessage } from '../../support/web/fake-mail.ts'
import type { FakeApi } from '../../support/web/fake-api.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { browserTests } from '../../support/web/open-mail.ts'
import { RULES_OF_COLOUR, violations } from '../../support/web/violations.ts'

const openMail = browserTests(test)

const screens: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['phone size', { viewport: { width: 390, height: 844 } }],
]

function fill(api: FakeApi): void {
  api.mailboxes.get('INBOX')?.messages.push(
    fakeMessage(21, {
      flags: ['\\Flagged'],
      attachments: [{ id: '2', type: 'image/png', filename: 'a.png', size: 10 }],
      text: 'Hello https://example.com\n> quoted\n>> twice',
    }),
  )
}

for (const [name, browser] of screens) {
  test(`the page breaks no accessibility rule and no content policy: ${name}`, async (t) => {
    const { page, complaints } = await openMail(t, { browser, prepare: fill })
    await page.getByRole('row', { name: /Message 21/ }).waitFor()
    t.deepEqual(await violations(page), [])

    await page.getByRole('row', { name: /Message 21/ }).click()
    await page.getByRole('link', { name: 'https://example.com' }).waitFor()
    t.deepEqual(await violations(page), [])

    await page.keyboard.press('r')
    await page.getByLabel('Message text').waitFor()
    t.deepEqual(await violations(page), [])

    t.deepEqual(complaints, [])
  })
}

test('folder dialogs, the menu of a message, a selection and suggestions break no accessibility rule', async (t) => {
  const { page, complaints } = await openMail(t, { prepare: fill })
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  t.deepEqual(await violations(page), [])
  await page.keyboard.press('Escape')

  const own = page.locator('[data-own=true]').first()
  for (const key of ['ContextMenu', 'F2', 'Delete']) {
    await own.press(key)
    await page.getByRole('dialog').waitFor()
    t.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    t.is(await page.evaluate(() => document.activeElement?.hasAttribute('data-folder')), true)
  }
  await page.getByRole('button', { name: 'Folders shown' }).click()
  t.deepEqual(await violations(page), [])
  await page.keyboard.press('Escape')

  await page.getByRole('row', { name: /Message 20/ }).click({ modifiers: ['Control'] })
  t.deepEqual(await violations(page), [])
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).pressSequentially('ada')
  await page.getByRole('listbox').getByRole('option').waitFor()
  t.deepEqual(await violations(page), [])
  t.deepEqual(complaints, [])
})

for (const [name, browser] of screens) {
  // The dark scheme differs by its colours alone.
  const rules = isLong || name !== 'dark' ? undefined : RULES_OF_COLOUR

  test(`what opens now and then breaks no accessibility rule: ${name}`, async (t) => {
    const { page, api } = await openMail(t, { browser, prepare: fillForDialogs })
    await page.getByRole('row', { name: /Harvest/ }).waitFor()

    await eachDialog({
      page,
      api,
      look: async (state) => {
        t.deepEqual(await violations(page, rules), [], state)
      },
    })
  })
}

test('the help dialog and the sign-in break no accessibility rule', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('?')
  t.deepEqual(await violations(page), [])

  api.isSignedIn = false
  await page.reload()

  await page.getByLabel('Password').waitFor()
  t.deepEqual(await violations(page), [])
})

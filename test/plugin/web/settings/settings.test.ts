import test from 'ava'
import type { Page } from 'playwright-core'
import type { FakeApi } from '../../../support/web/fake-api.ts'
import { layoutFaults } from '../../../support/web/layout-faults.ts'
import { settleShot } from '../../../support/web/settings-shots.ts'
import { browserTests } from '../../../support/web/open-mail.ts'
import { violations } from '../../../support/web/violations.ts'

const openMail = browserTests(test)

async function openSettings(page: Page, name = 'Identities'): Promise<void> {
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press(',')
  await page.getByRole('tab', { name }).click()
}

async function addIdentity(page: Page, name: string, signature = ''): Promise<void> {
  await page.getByRole('button', { name: 'New identity' }).click()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Signature', { exact: true }).fill(signature)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(name, { exact: true }).waitFor()
}

/** Something on every tab. */
async function fill(api: FakeApi, language: string): Promise<void> {
  const save = (action: string, input: object) => api.settings.answer(action, input)
  const made = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).map(([name, wanted]) => ({ name, seen: '', wanted }))
  for (const [id, name, address] of [
    ['1', 'Mia Meier', 'owner@example.test'],
    ['2', 'Desk of the Meiers', 'desk@example.test'],
  ] as const) {
    await save('save-identity', { id, isNew: true, changes: made({ name, address }) })
  }
  const reply = { name: 'Thanks', text: 'Dear all,\nthank you for your message, which came today.' }
  await save('save-template', { id: '1', isNew: true, changes: made(reply) })
  const changes = [
    { name: 'language', seen: '', wanted: language },
    { name: 'trustedSenders', seen: [], wanted: ['news@example.org', 'shop@example.com'] },
  ]
  await save('save-settings', { changes })
}

for (const [name, language, browser] of [
  ['desktop-light', '', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['phone-dark', '', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
  ['arabic', 'ar', { colorScheme: 'light', viewport: { width: 1024, height: 768 } }],
] as const) {
  test.serial(
    `every tab of the settings is reached by keys, in view, and breaks no rule: ${name}`,
    async (t) => {
      const { page, api, complaints } = await openMail(t, { browser })
      await fill(api, language)
      await page.reload()
      await page.getByRole('row', { name: /Message 20/ }).waitFor()
      await settleShot(page, `${name}-inbox`)
      await page.keyboard.press(',')
      await page.getByRole('tab').first().focus()
      const seen: string[] = []

      for (;;) {
        const tab = (await page.locator('[role=tab]:focus').getAttribute('id')) ?? ''
        if (seen.includes(tab)) break
        seen.push(tab)
        await page.locator(`[role=tabpanel][aria-labelledby=${tab}]`).waitFor()
        if (tab === 'settings-sessions') await page.getByText('Firefox').waitFor()
        if (tab === 'settings-templates') await page.getByText('Thanks').waitFor()
        await settleShot(page, `${name}-${tab.replace('settings-', '')}`)
        t.deepEqual(await violations(page), [], tab)
        t.deepEqual(await layoutFaults(page), [], tab)
        await page.keyboard.press('Tab')
        const isInPage = page.locator('[role=tabpanel] :focus')
        t.is(await isInPage.count(), 1, tab)
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('ArrowDown')
      }

      t.is(seen.length, 11)
      t.deepEqual(complaints, [])
    },
  )
}

test.serial('a message is written as an identity, with its signature', async (t) => {
  const { page, api } = await openMail(t)
  await openSettings(page)
  await addIdentity(page, 'Mia Meier', 'Mia\nSales')
  await addIdentity(page, 'Dr. Meier', 'Dr. M. Meier')
  await page.keyboard.press('Escape')

  await page.keyboard.press('c')
  const text = page.getByLabel('Message text')
  await page.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>('[name=message]')?.value !== '',
  )
  t.is(await text.inputValue(), '\n\n-- \nMia\nSales')
  await page.getByLabel('From').selectOption('Dr. Meier <owner@example.test>')
  t.is(await text.inputValue(), '\n\n-- \nDr. M. Meier')
  await settleShot(page, 'composer')
  await page.getByLabel('To', { exact: true }).fill('bea@example.org')
  await page.getByLabel('Subject').fill('Order')
  const sending = api.next('send')
  await page.getByRole('button', { name: 'Send', exact: true }).click()

  const { input } = await sending
  const { identities } = await api.settings.read()
  t.is(input['identity'], identities.find(({ name }) => name === 'Dr. Meier')?.id)
})

test.serial('a colour scheme holds at once, in another tab, and after a reload', async (t) => {
  const { page } = await openMail(t, { browser: { colorScheme: 'light' } })
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.bringToFront()
  await openSettings(page, 'Appearance')
  await page.getByLabel('Theme').selectOption('Dark')

  const isDark = () => getComputedStyle(document.documentElement).colorScheme === 'dark'
  await page.waitForFunction(isDark)
  await other.waitForFunction(isDark)
  await page.reload()
  await page.waitForFunction(isDark)
  t.true(page.url().includes('_layer=settings.look'))
  await page.getByRole('tab', { name: 'Appearance', selected: true }).waitFor()
})

test.serial('an address that is typed into the open page opens the dialog it names', async (t) => {
  const { page } = await openMail(t)

  await page.evaluate(() => (location.hash = '#_layer=settings'))

  await page.getByRole('tab', { name: 'Identities', selected: true }).waitFor()
  t.true(page.url().includes('_layer=settings'))
})

test.serial(
  'a page of the settings has an address, and going back leaves the settings',
  async (t) => {
    const { page } = await openMail(t)
    await page.getByRole('row', { name: /Message 20/ }).waitFor()

    await page.evaluate(() => (location.hash = '#_layer=settings.keys'))
    await page.getByRole('tab', { name: 'Keyboard shortcuts', selected: true }).waitFor()
    await page.getByRole('tab', { name: 'Writing' }).click()
    await page.waitForFunction(() => location.hash.includes('_layer=settings.writing'))
    await page.goBack()

    await page.getByRole('dialog').waitFor({ state: 'detached' })
    t.false(page.url().includes('_layer'))
  },
)

test.serial('what another tab changed meanwhile is told and not overwritten', async (t) => {
  const { page, api } = await openMail(t)
  await openSettings(page, 'Writing')
  await page.getByLabel('When replying, start').waitFor()
  const below = { name: 'replyPlace', seen: 'above', wanted: 'below' }
  const dark = { name: 'colorScheme', seen: 'system', wanted: 'dark' }
  await api.settings.answer('save-settings', { changes: [below] })
  await api.settings.answer('save-settings', { changes: [dark] })

  await page.getByRole('tab', { name: 'Appearance' }).click()
  await page.getByLabel('Theme').selectOption('Light')

  await page.getByText('This was changed elsewhere in the meantime').waitFor()
  t.is(await page.getByLabel('Theme').inputValue(), 'dark')
  t.is((await api.settings.read()).preferences.colorScheme, 'dark')
})

test.serial('where one is signed in is listed, and another session is ended', async (t) => {
  const { page } = await openMail(t)
  await openSettings(page, 'Active sessions')
  await page.getByText('Firefox on Linux').waitFor()
  t.is(await page.getByText('This session').count(), 1)

  await page.getByRole('button', { name: 'Sign out Chrome on Android' }).click()
  await page.getByText('Chrome on Android').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByText('1 other session will end.').waitFor()
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByText('Unknown device').waitFor({ state: 'detached' })

  t.is(await page.getByText('Firefox on Linux').count(), 1)
  t.true(await page.getByRole('button', { name: 'Sign out all others' }).isDisabled())
})

test.serial(
  'who signs out everywhere is asked first, and told how many sessions end',
  async (t) => {
    const { page } = await openMail(t)
    await openSettings(page, 'Active sessions')
    const everywhere = page.getByRole('button', { name: 'Sign out everywhere' })
    const requested = page.getByText('This session and 2 others will end.')

    await everywhere.click()
    await requested.waitFor()
    t.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await requested.waitFor({ state: 'detached' })
    t.is(await page.locator('button:focus').textContent(), 'Sign out everywhere')
    t.is(await page.getByText('Chrome on Android').count(), 1)

    await page.keyboard.press('Enter')
    await requested.waitFor()
    const left = page.waitForURL(/_task=login/)
    await everywhere.click()
    await t.notThrowsAsync(left)
  },
)

test.serial('a template is written once and put into a message by keys alone', async (t) => {
  const { page } = await openMail(t)
  await openSettings(page, 'Templates')
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByLabel('Name').fill('Thanks')
  await page.getByLabel('Text', { exact: true }).fill('Thank you for your message.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit Thanks' }).waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('c')
  const text = page.getByLabel('Message text')
  await text.fill('Dear Bea,\n\nYours')
  await text.press('ArrowUp')
  await page.keyboard.press('Control+.')
  await page.getByRole('menuitem', { name: 'Thanks' }).waitFor()
  t.deepEqual(await violations(page), [])
  await settleShot(page, 'templates')
  await page.keyboard.press('Enter')
  await page.keyboard.type('!')

  t.is(await text.inputValue(), 'Dear Bea,\nThank you for your message.!\nYours')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  t.is(await text.inputValue(), 'Dear Bea,\n\nYours')
})

test.serial(
  'on a phone the templates of the composer are visible, and one is put in by a press',
  async (t) => {
    const { page, api } = await openMail(t, {
      browser: { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    })
    for (const name of ['Thanks', 'A rather long name of a reply about opening hours in winter']) {
      const changes = [
        { name: 'name', seen: '', wanted: name },
        { name: 'text', seen: '', wanted: `Text of ${name}` },
      ]
      const id = name.length.toString().padStart(8, '0')
      await api.settings.answer('save-template', { id, isNew: true, changes })
    }
    await page.getByRole('row', { name: /Message 20/ }).waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Message text').press('Control+.')
    await page.getByRole('menuitem', { name: 'Thanks' }).waitFor()
    await settleShot(page, 'templates-phone')

    t.deepEqual(await layoutFaults(page), [])
    t.deepEqual(await violations(page), [])
    await page.getByRole('menuitem', { name: 'Thanks' }).click()
    t.is(await page.getByLabel('Message text').inputValue(), 'Text of Thanks')
  },
)

test.serial('the page that changes a setting does not ask for what it was just told', async (t) => {
  const { page, api } = await openMail(t, { hasEvents: true })
  await openSettings(page, 'Appearance')
  await page.getByLabel('Theme').selectOption('Dark')
  await page.waitForFunction(() => document.documentElement.dataset['colorScheme'] === 'dark')
  const { revision } = await api.settings.read()
  const requested = () => api.calls.filter(({ action }) => action === 'settings').length
  const before = requested()

  api.pushed.publish({ kind: 'settings', revision })
  api.pushed.publish({ kind: 'mailboxes' })
  await api.next('folders')

  t.is(requested(), before)
})

test.serial(
  'notifications that the browser refuses stay off, however often it is tried',
  async (t) => {
    const { page } = await openMail(t)
    await page.evaluate(() => {
      Notification.requestPermission = () => Promise.resolve('denied')
    })
    await openSettings(page, 'Reading')
    const choice = page.getByLabel('Notify me of new mail while this page is in the background')

    for (let tries = 0; tries < 3; tries += 1) {
      await choice.click()
      await page.getByText('Your browser blocks notifications from this page').waitFor()
      t.false(await choice.isChecked())
    }
  },
)

test.serial('notifications are off in a browser that does not allow them', async (t) => {
  const { page, api } = await openMail(t)
  const changes = [{ name: 'notifies', seen: false, wanted: true }]
  await api.settings.answer('save-settings', { changes })
  await page.reload()
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.evaluate(() => {
    Object.defineProperty(Notification, 'permission', { value: 'denied' })
  })
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Reading' }).click()

  await page.getByText('Your browser blocks notifications from this page').waitFor()
  t.false(await page.getByLabel(/Notify me of new mail/).isChecked())
})

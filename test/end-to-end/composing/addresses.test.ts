import test from 'ava'
import type { Page } from 'playwright-core'
import { openSignedInPage, type SignedInPage } from '../signed-in-page.ts'
import { recipientsIn, richText } from '../../support/web/composed.ts'

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 } }
/** "Reisen & Übersee" as Roundcube writes it into its addresses, and Dovecot on its disk (RFC 3501 5.1.3). */
const TRAVELS_UTF7 = 'Reisen &- &ANw-bersee'

async function deliverTravels(dovecot: SignedInPage['dovecot'], owner: string): Promise<void> {
  for (const index of ['Rome', 'Oslo']) {
    const raw = `From: ada@example.org\r\nTo: ${owner}\r\nSubject: ${index}\r\n\r\nAbout ${index}.\r\n`
    await dovecot.deliver(owner, { mailbox: TRAVELS_UTF7, raw, flags: [] })
  }
}

/** Goes to an address of the same script in a document of its own, as a bookmark does. */
async function openBookmark(page: Page, query: string): Promise<void> {
  const script = page.url().replace(/[?#].*$/, '')
  await page.goto('about:blank')
  await page.goto(script + query)
}

/** Waits until the fragment of the address says so. */
async function addressSays(page: Page, fragment: RegExp): Promise<void> {
  await page.waitForURL((url) => fragment.test(url.hash))
}

const opened = (page: Page, subject: string) =>
  page.getByRole('heading', { name: subject, exact: true })

test.serial('a reload shows the same search, row, message and text', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { messages: 200, browser: DESKTOP })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('row').first().waitFor()
  await page.locator('.grid').evaluate((grid) => grid.scrollTo(0, 120 * 64))
  await addressSays(page, /_row=121/)

  await page.reload()

  await page.locator('[aria-rowindex="121"]:not(.is-coming)').waitFor()
  t.is(await page.locator('.grid').evaluate((grid) => grid.scrollTop), 120 * 64)

  await page.getByLabel('Search in Inbox').fill('Invoice')
  await page.keyboard.press('Enter')
  await page.getByText('29 matches').waitFor()
  await page.getByRole('row', { name: /Invoice 190,/ }).click()
  await opened(page, 'Invoice 190').waitFor()
  await page.keyboard.press('r')
  await page.getByLabel('Message text').pressSequentially('Paid. ')

  await page.reload()

  await page.getByText('29 matches').waitFor()
  await opened(page, 'Invoice 190').waitFor()
  t.is(await page.getByLabel('Search in Inbox').inputValue(), 'Invoice')
  t.regex(await page.getByLabel('Message text').inputValue(), /^Paid\. /)
  t.false(/Paid|postern_session|token/.test(page.url()), page.url())
  t.deepEqual(complaints, [])
})

test.serial('going back closes what was opened last, and forward opens it again', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { messages: 12, browser: DESKTOP })
  await page.getByRole('row', { name: /Re: Holiday plans 9,/ }).click()
  await opened(page, 'Re: Holiday plans 9').waitFor()
  await page.getByRole('row', { name: /Invoice 8,/ }).click()
  await opened(page, 'Invoice 8').waitFor()
  await page.keyboard.press('r')
  await page.getByLabel('Message text').pressSequentially('Paid. ')

  await page.goBack()
  await page.getByText('Draft saved').waitFor()
  await page.locator('.composer').waitFor({ state: 'detached' })
  await opened(page, 'Invoice 8').waitFor()
  await page.goBack()
  await opened(page, 'Re: Holiday plans 9').waitFor()
  await page.goBack()
  await page.getByText('No message open').waitFor()
  await page.goForward()
  await opened(page, 'Re: Holiday plans 9').waitFor()
  await page.goForward()
  await opened(page, 'Invoice 8').waitFor()
  await page.goForward()
  await page.getByLabel('Message text').waitFor()

  t.regex(await page.getByLabel('Message text').inputValue(), /^Paid\. /)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.locator('.composer').waitFor({ state: 'detached' })
  await page.goBack()
  await opened(page, 'Re: Holiday plans 9').waitFor()
  t.deepEqual(complaints, [])
})

test.serial('steps through the list, a search and a dialog are one entry each', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { messages: 12, browser: DESKTOP })
  await page.getByRole('row').first().waitFor()
  for (const uid of [12, 11]) {
    await page.keyboard.press('j')
    await addressSays(page, new RegExp(`_uid=${uid}&`))
  }
  await page.goBack()
  await page.getByText('No message open').waitFor()

  await page.getByLabel('Search in Inbox').fill('Invoice')
  await page.keyboard.press('Enter')
  await page.getByText('2 matches').waitFor()
  await page.getByRole('row').first().click()
  await opened(page, 'Invoice 8').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await opened(page, 'Invoice 8').waitFor()
  await page.goBack()
  await page.getByText('No message open').waitFor()
  await page.getByText('2 matches').waitFor()
  await page.goBack()
  await page.getByText('12 messages').waitFor()

  t.is(await page.getByLabel('Search in Inbox').inputValue(), '')
  t.deepEqual(complaints, [])
})

test.serial(
  'the entries of a message that is deleted and of a question lead nowhere',
  async (t) => {
    const { page } = await openSignedInPage(t, { messages: 12, browser: DESKTOP })
    await page.getByRole('link', { name: 'Sent', exact: true }).click()
    await page.getByText('Nothing here').waitFor()
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByRole('row', { name: /Re: Holiday plans 9,/ }).click()
    await opened(page, 'Re: Holiday plans 9').waitFor()

    await page.keyboard.press('#')
    await page.getByText('Message deleted').waitFor()
    await opened(page, 'Invoice 8').waitFor()
    await page.goBack()

    await page.getByText('No message open').waitFor()
    await page.getByText('11 messages').waitFor()
    await page.goBack()
    await page.getByText('Nothing here').waitFor()
    t.is(await page.getByRole('row').count(), 0)
  },
)

test.serial('what is opened while a dialog goes away has an entry of its own', async (t) => {
  const { page } = await openSignedInPage(t, { messages: 1, browser: DESKTOP })
  await page.getByRole('row').first().waitFor()
  // The composer is loaded once before, so that it opens at once.
  await page.keyboard.press('c')
  await richText(page).waitFor()
  await page.goBack()
  await richText(page).waitFor({ state: 'detached' })
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Reading' }).waitFor()

  // In one task: the step back of the settings is still on its way when the composer opens.
  await page.evaluate(async () => {
    document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
    await Promise.resolve()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }))
  })
  await richText(page).waitFor()
  await addressSays(page, /_action=compose/)
  await page.goBack()

  await richText(page).waitFor({ state: 'detached' })
  t.is(await page.getByRole('row').count(), 1)
})

test.serial('on a phone going back closes composer, message and folders', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { messages: 12, browser: PHONE })
  await page.getByRole('row', { name: /Invoice 8,/ }).click()
  await opened(page, 'Invoice 8').waitFor()
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.getByLabel('Message text').waitFor()

  await page.goBack()
  await page.locator('.composer').waitFor({ state: 'detached' })
  await opened(page, 'Invoice 8').waitFor()
  await page.goBack()
  await page.getByRole('row', { name: /Invoice 8,/ }).waitFor()
  await page.getByRole('button', { name: 'Show folders' }).click()
  await page.getByRole('link', { name: 'Sent', exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('row', { name: /Invoice 8,/ }).waitFor()
  await page.getByRole('button', { name: 'Show folders' }).click()
  await page.getByRole('link', { name: 'Sent', exact: true }).click()
  await page.getByText('Nothing here').waitFor()
  await page.goBack()
  await page.getByRole('row', { name: /Invoice 8,/ }).click()
  await opened(page, 'Invoice 8').waitFor()
  await page.reload()
  await opened(page, 'Invoice 8').waitFor()
  await page.getByRole('button', { name: 'Back to the list' }).click()

  await page.getByRole('row', { name: /Invoice 8,/ }).waitFor()
  t.deepEqual(complaints, [])
})

test.serial('bookmarks of Roundcube open the page where they say', async (t) => {
  const { page, complaints } = await openSignedInPage(t, { messages: 120, prepare: deliverTravels })
  await page.getByRole('row').first().waitFor()
  const travels = encodeURIComponent(TRAVELS_UTF7)

  await openBookmark(page, `?_task=mail&_mbox=${travels}`)
  await page.getByRole('row', { name: /Oslo/ }).waitFor()
  await openBookmark(page, `?_task=mail&_action=list&_mbox=INBOX&_page=2`)
  await page.locator('[aria-rowindex="51"]:not(.is-coming)').waitFor()
  t.is(await page.locator('.grid').evaluate((grid) => grid.scrollTop), 50 * 64)
  for (const action of ['show', 'preview']) {
    await openBookmark(page, `?_task=mail&_action=${action}&_uid=1&_mbox=${travels}`)
    await opened(page, 'Rome').waitFor()
    await page.getByText('About Rome.').waitFor()
  }
  // Opened from an address, it counts as read all the same.
  await page.locator('.row:not(.is-unseen)', { hasText: 'Rome' }).waitFor()
  await openBookmark(page, `?_task=mail&_action=show&_uid=77&_mbox=${travels}`)
  await page.getByText('This message no longer exists.').waitFor()
  await page.getByRole('row', { name: /Oslo/ }).waitFor()
  for (const action of ['getunread', 'folders', 'keep-alive', 'events']) {
    await openBookmark(page, `?_task=mail&_action=${action}`)
    await page.getByRole('row').first().waitFor()
  }
  for (const [address, name] of [
    ['?_task=settings', 'Settings'],
    ['?_task=settings&_action=folders', 'Settings'],
    ['?_task=addressbook', 'Contacts'],
  ] as const) {
    await openBookmark(page, address)
    await page.getByRole('dialog', { name }).waitFor()
  }

  t.deepEqual(
    complaints.filter((complaint) => !complaint.includes('404')),
    [],
  )
})

test.serial('addresses of the composer fill it in, and a reload keeps it', async (t) => {
  const { page, complaints } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  const compose = '?_task=mail&_action=compose'

  await openBookmark(
    page,
    `${compose}&_to=ada%40example.org&_cc=bea%40example.org&_subject=Tea%20time&_body=One%0Atwo`,
  )
  await richText(page).waitFor()
  t.deepEqual(await recipientsIn(page, 'to'), ['ada@example.org'])
  t.deepEqual(await recipientsIn(page, 'cc'), ['bea@example.org'])
  t.is(await page.getByLabel('Subject').inputValue(), 'Tea time')
  t.is(await richText(page).innerText(), 'One\ntwo')
  t.regex(page.url(), /\?_task=mail#_action=compose$/)
  await page.reload()
  await richText(page).waitFor()
  t.is(await page.getByLabel('Subject').inputValue(), 'Tea time')

  const mailto = encodeURIComponent('mailto:ada@example.org?subject=Tea+tea&body=One%0D%0Atwo')
  await page.getByRole('button', { name: 'Close' }).click()
  await openBookmark(page, `${compose}&_to=${mailto}`)
  await richText(page).waitFor()
  t.deepEqual(await recipientsIn(page, 'to'), ['ada@example.org'])
  t.is(await page.getByLabel('Subject').inputValue(), 'Tea+tea')

  await page.getByRole('button', { name: 'Close' }).click()
  await openBookmark(page, `${compose}&_reply_uid=2&_mbox=INBOX`)
  await page.getByLabel('Message text').waitFor()
  t.is(await page.getByLabel('Subject').inputValue(), 'Re: Invoice 1')
  t.deepEqual(complaints, [])
})

test.serial('a sign-in in between leads to where the address says', async (t) => {
  const { page, dovecot, owner } = await openSignedInPage(t, { prepare: deliverTravels })
  await page.getByRole('row').first().waitFor()
  const signIn = async () => {
    await page.fill('input[name=_user]', owner)
    await page.fill('input[name=_pass]', dovecot.password)
    await page.click('button[type=submit]')
  }
  const bookmark = `?_task=mail&_action=show&_uid=2&_mbox=${encodeURIComponent(TRAVELS_UTF7)}`

  await page.context().clearCookies()
  await openBookmark(page, bookmark)
  await signIn()
  await opened(page, 'Oslo').waitFor()
  const address = page.url()
  t.regex(address, /\?_task=mail#_mbox=Reisen/)

  await page.context().clearCookies()
  await page.reload()
  await signIn()
  await opened(page, 'Oslo').waitFor()
  t.is(page.url(), address)

  await page.context().clearCookies()
  await openBookmark(page, '?_task=mail&_action=compose&_to=ada%40example.org')
  await page.fill('input[name=_user]', owner)
  await page.fill('input[name=_pass]', 'wrong')
  await page.click('button[type=submit]')
  await page.getByRole('alert').waitFor()
  await signIn()
  await richText(page).waitFor()
  t.deepEqual(await recipientsIn(page, 'to'), ['ada@example.org'])
})

test.serial('a link to a folder that is not there says so, and leads to the inbox', async (t) => {
  const { page } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()

  await openBookmark(page, '?_task=mail&_mbox=Projects')
  await page.getByRole('heading', { name: 'Folder Projects was deleted or renamed' }).waitFor()
  t.is(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  await page.locator('.list-pane').getByRole('button', { name: 'Inbox' }).click()

  await page.getByRole('row').first().waitFor()
  t.true(await page.getByRole('heading', { name: /^Inbox/ }).isVisible())
})

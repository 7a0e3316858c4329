import test from 'ava'
import type { Page } from 'playwright-core'
import { renderErrorPage } from '../../../../../plugin/pages/error-page.ts'
import { fakeMessage, type FakeMessage } from '../../../../support/web/fake-mail.ts'
import type { FakeApi, FakeCall } from '../../../../support/web/fake-api.ts'
import { eventually } from '../../../../support/database/rows.ts'
import { requestTokenOf } from '../../../../support/http/webmail-client.ts'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

function deliver(message: FakeMessage): (api: FakeApi) => void {
  return (api) => {
    api.mailboxes.get('INBOX')?.messages.push(message)
  }
}

test('a message that is opened is shown and marked as read', async (t) => {
  const { page, api } = await openMail(t, { prepare: deliver(fakeMessage(21, { flags: [] })) })
  const marked = api.next('mark')

  await page.getByRole('row', { name: /Message 21/ }).click()

  await page.getByText('Text of message 21.').waitFor()
  t.is((await marked).input.flag, 'read')
  await page.getByRole('row', { name: /^Sender 21/ }).waitFor()
})

test('a message to no one is not said to be to a missing sender', async (t) => {
  const { page, api } = await openMail(t, { prepare: deliver(fakeMessage(21, { to: [] })) })
  api.mailboxes.get('Sent')?.messages.push(fakeMessage(1, { to: [] }))

  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.getByText('to –', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Sent' }).first().click()

  await page.getByRole('row', { name: /^To: –, Message 1/ }).waitFor()
  t.is(await page.getByText('(no sender)').count(), 0)
})

test('what a message is written in can be chosen, also for its reply', async (t) => {
  const { page, api } = await openMail(t, { prepare: deliver(fakeMessage(21)) })
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.getByText('Text of message 21.').waitFor()
  const again = nextOpened(api)

  await page.getByRole('article').getByRole('button', { name: 'More' }).click()
  await page.getByLabel('Text encoding').selectOption('Cyrillic (windows-1251)')

  t.is((await again).input.charset, 'windows-1251')
  const answered = api.next('compose')
  await page.getByRole('button', { name: 'Reply', exact: true }).first().click()
  t.is((await answered).input.charset, 'windows-1251')
})

test('what a message is written in is known after a reload, and no more after signing out', async (t) => {
  const { page, api } = await openMail(t)
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('charsets')))
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()
  await page.getByRole('article').getByRole('button', { name: 'More' }).click()
  await page.getByLabel('Text encoding').selectOption('Cyrillic (windows-1251)')
  await page.getByText('Text of message 20.').waitFor()
  t.is((await stored()).length, 1)

  const again = nextOpened(api)
  await page.reload()
  t.is((await again).input.charset, 'windows-1251')

  await page.getByText('Text of message 20.').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click({ noWaitAfter: true })
  await page.waitForFunction(() => Object.keys(localStorage).length === 0)
  t.deepEqual(await stored(), [])
})

test('HTML is shown in a frame that can neither run scripts nor reach the page', async (t) => {
  const html = '<h1>Newsletter</h1><script>parent.document.title = "broken"</script>'
  const { page } = await openMail(t, { prepare: deliver(fakeMessage(21, { html })) })

  await page.getByRole('row', { name: /Message 21/ }).click()

  await page.frameLocator('iframe').getByText('Newsletter').waitFor()
  const frame = page.locator('iframe')
  t.is(
    await frame.getAttribute('sandbox'),
    'allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  )
  t.is(await frame.getAttribute('referrerpolicy'), 'no-referrer')
  t.is(await page.title(), 'Inbox - Postern')
})

test('a body whose document is still on its way is a busy frame until it is there', async (t) => {
  const { page } = await openMail(t, {
    prepare: deliver(fakeMessage(21, { html: '<p>Slow</p>' })),
  })
  const release = await hold(page, FRAME)

  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.locator('iframe.is-loading[aria-busy=true]').waitFor()
  release()

  await page.frameLocator('iframe').getByText('Slow').waitFor()
  await page.locator('iframe[aria-busy=false]').waitFor()
  t.is(await page.locator('iframe.is-loading').count(), 0)
})

/** Keeps what is requested back until what comes back is called. */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** The document that a body is put into. */
const FRAME = /\/postern\/message/

const logo = {
  id: '2',
  type: 'image/png',
  filename: 'logo.png',
  size: 80,
  imageNames: ['logo'],
} as const
const photo = { ...logo, id: '3', filename: 'photo.png', imageNames: ['photo'] }
const report = { id: '4', type: 'application/pdf', filename: 'report.pdf', size: 90 }

test('a message is there before its HTML is, and then lists what that does not show', async (t) => {
  const attachments = [logo, photo, report]
  const html = '<p>Slow</p><img src="cid:logo"><p>photo</p>'
  const { page, complaints } = await openMail(t, {
    prepare: deliver(fakeMessage(21, { html, attachments })),
  })
  const release = await hold(page, FRAME)
  const listed = () => page.locator('.attachment-name').allTextContents()

  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.getByRole('link', { name: /Download report.pdf/ }).waitFor()
  release()
  await page.frameLocator('iframe').getByText('Slow').waitFor()
  await page.getByRole('link', { name: /Download photo.png/ }).waitFor()
  await page.frameLocator('iframe').locator('img[src^="blob:"]').waitFor()

  t.deepEqual(await listed(), ['photo.png ', 'report.pdf '])
  await page.getByRole('button', { name: 'Show plain text', exact: true }).click()
  await page.getByRole('link', { name: /Download logo.png/ }).waitFor()
  t.deepEqual(await listed(), ['logo.png ', 'photo.png ', 'report.pdf '])
  t.deepEqual(complaints, [])
})

test('a message whose frame does not come lists every part', async (t) => {
  const html = '<p>Never</p><img src="cid:logo">'
  const { page } = await openMail(t, {
    prepare: deliver(fakeMessage(21, { html, attachments: [logo] })),
  })
  await page.route(FRAME, () => new Promise(() => undefined))

  await page.getByRole('row', { name: /Message 21/ }).click()

  await page.getByRole('link', { name: /Download logo.png/ }).waitFor()
  t.pass()
})

test('the text of a message of HTML only is requested once it is wanted', async (t) => {
  const { page, api } = await openMail(t, {
    prepare: deliver(
      fakeMessage(21, { html: '<p>Hi</p>', text: 'Hi in text', isTextMissing: true }),
    ),
  })
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.frameLocator('iframe').getByText('Hi').waitFor()
  // Others are fetched ahead meanwhile.
  const requested = () =>
    api.calls.filter(({ action, input }) => action === 'show' && input.uid === 21)
  const before = requested().length

  await page.getByRole('button', { name: 'Show plain text' }).click()

  await page.getByText('Hi in text').waitFor()
  t.true(requested().length > before)
  t.is(requested().at(-1)?.input.isUnrendered, undefined)
})

test('a document that is refused is said to be late, and comes automatically', async (t) => {
  const { page } = await openMail(t, {
    prepare: deliver(fakeMessage(21, { html: '<p>Ready</p>' })),
  })
  const body = renderErrorPage({ status: 503, message: 'Busy', requestId: 'a39eb5f3' })
  await page.route(
    FRAME,
    (route) => route.fulfill({ status: 503, contentType: 'text/html', body }),
    {
      times: 2,
    },
  )

  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.getByRole('status').getByText('being prepared').waitFor()

  await page.frameLocator('iframe').getByText('Ready').waitFor()
  await page.getByText('being prepared').waitFor({ state: 'detached' })
  t.pass()
})

test('a body that is late can be read as plain text meanwhile', async (t) => {
  const { page } = await openMail(t, {
    prepare: deliver(fakeMessage(21, { html: '<p>Never</p>' })),
  })
  await page.route(FRAME, () => new Promise(() => undefined))

  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.getByRole('button', { name: 'Show plain text' }).click()

  await page.getByText('Text of message 21.').waitFor()
  t.pass()
})

/** Answers images of other servers, and reports which was asked. */
async function serveImages(page: Page): Promise<readonly string[]> {
  const requested: string[] = []
  await page.route(/^https:/, (route) => {
    requested.push(route.request().url())
    return route.fulfill({ contentType: 'image/gif', body: '' })
  })
  return requested
}

const tracked = '<p>Hi</p><img alt="" src="https://tracker.test/1.png">'

test('images of other servers are requested only after consent', async (t) => {
  const { page } = await openMail(t, { prepare: deliver(fakeMessage(21, { html: tracked })) })
  const requests = await serveImages(page)
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.frameLocator('iframe').getByText('Hi').waitFor()
  const before = [...requests]
  const requested = page.waitForRequest('https://tracker.test/1.png')

  await page.getByRole('button', { name: 'Show images' }).click()
  await requested

  t.deepEqual(before, [])
  t.is(await page.getByRole('button', { name: 'Show images' }).count(), 0)
})

test('images of a sender who is trusted are shown now, and with the next message', async (t) => {
  const { page, api } = await openMail(t, {
    prepare: (mail) => {
      const from = [{ name: 'Ada', address: 'Ada@example.test' }]
      deliver(fakeMessage(21, { html: tracked, from }))(mail)
      deliver(fakeMessage(22, { html: tracked.replace('1.png', '2.png'), from }))(mail)
    },
  })
  await serveImages(page)
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.frameLocator('iframe').getByText('Hi').waitFor()
  const saved = api.next('save-settings')
  const first = page.waitForRequest('https://tracker.test/1.png')

  await page.getByRole('button', { name: 'Always for this sender' }).click()
  await first

  t.regex(JSON.stringify((await saved).input.changes), /"trustedSenders","seen":\[\],"wanted":\["/)
  const second = page.waitForRequest('https://tracker.test/2.png')
  await page.getByRole('row', { name: /Message 22/ }).click()
  await second
  t.is(await page.getByRole('button', { name: 'Show images' }).count(), 0)
})

test('addresses in plain text are links, markup in it is text', async (t) => {
  const text = 'See https://example.com/a?b=1 <img src=x onerror="document.title=1">'
  const { page } = await openMail(t, { prepare: deliver(fakeMessage(21, { text })) })

  await page.getByRole('row', { name: /Message 21/ }).click()

  const link = page.getByRole('link', { name: 'https://example.com/a?b=1' })
  await link.waitFor()
  t.is(await link.getAttribute('href'), 'https://example.com/a?b=1')
  t.is(await link.getAttribute('rel'), 'noopener noreferrer')
  t.is(await page.locator('.plain-text img').count(), 0)
})

test('a script address never becomes a link', async (t) => {
  const text = 'javascript:alert(1) and data:text/html,x'
  const { page } = await openMail(t, { prepare: deliver(fakeMessage(21, { text })) })

  await page.getByRole('row', { name: /Message 21/ }).click()

  await page.getByText('javascript:alert(1)').waitFor()
  t.is(await page.locator('.plain-text a').count(), 0)
})

test('attachments are named with their size, and images are shown', async (t) => {
  const attachments = [
    { id: '2', type: 'image/png', filename: 'harbour.png', size: 81_000 },
    { id: '3', type: 'application/pdf', filename: 'figures.pdf', size: 1_400_000 },
  ]
  const { page, complaints } = await openMail(t, {
    prepare: deliver(fakeMessage(21, { attachments })),
  })

  await page.getByRole('row', { name: /Message 21/ }).click()

  const pdf = page.getByRole('link', { name: 'Download figures.pdf 1.4 MB' })
  await pdf.waitFor()
  t.regex((await pdf.getAttribute('href')) ?? '', /isDownload/)
  t.is(await page.locator('.attachment img').count(), 1)
  t.deepEqual(complaints, [])
})

test('attachments that are not listed are counted', async (t) => {
  const attachments = [{ id: '2', type: 'application/pdf', filename: 'a.pdf', size: 81_000 }]
  const { page } = await openMail(t, {
    prepare: deliver({ ...fakeMessage(21, { attachments }), partsLeftOut: 8_001 }),
  })

  await page.getByRole('row', { name: /Message 21/ }).click()

  await page
    .getByText('8,001 more parts are not listed; save the message to have them all.')
    .waitFor()
  t.pass()
})

test('a message of which no part is listed still counts those that are not', async (t) => {
  const { page } = await openMail(t, {
    prepare: deliver({ ...fakeMessage(21), partsLeftOut: 1 }),
  })

  await page.getByRole('row', { name: /Message 21/ }).click()

  await page.getByText('1 more part is not listed; save the message to have it.').waitFor()
  t.pass()
})

test('no address in the page holds the request token', async (t) => {
  const attachments = [{ id: '2', type: 'image/png', filename: 'harbour.png', size: 81_000 }]
  const html = '<p>Newsletter</p>'
  const { page } = await openMail(t, {
    prepare: deliver(fakeMessage(21, { html, attachments })),
  })
  const state = await page.locator('#postern-env').textContent()
  const token = requestTokenOf(`<script type="application/json" id="postern-env">${state}</script>`)
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.locator('iframe').waitFor()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Save all attachments (.zip)' }).waitFor()

  const addresses = await page.evaluate(() =>
    [...document.querySelectorAll('[href], [src], [action]')].flatMap((element) =>
      ['href', 'src', 'action'].map((name) => element.getAttribute(name) ?? ''),
    ),
  )
  t.true(addresses.some((address) => address.includes('_action=attachments')))
  t.is(token?.length, 32)
  t.deepEqual(
    [page.url(), ...addresses].filter((address) => address.includes('_token')),
    [],
  )
  t.false(addresses.some((address) => address.includes(token ?? '')))
})

test('on a phone the back button of the browser leads from the message to the list', async (t) => {
  const { page } = await openMail(t, { browser: { viewport: { width: 390, height: 844 } } })
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()

  await page.goBack()

  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  t.false(await page.getByText('Text of message 20.').isVisible())
})

function unread(count: number): (api: FakeApi) => void {
  return ({ mailboxes }) => {
    const inbox = mailboxes.get('INBOX')
    for (let uid = 1; uid <= count; uid += 1) inbox?.messages.push(fakeMessage(uid, { flags: [] }))
  }
}

/** Once there are so many: a row is shown as read before the server is told. */
function markedUids(api: FakeApi, count: number): Promise<readonly (string | undefined)[]> {
  const marked = async () =>
    api.calls
      .filter(({ action, input }) => action === 'mark' && input.flag === 'read')
      .map(({ input }) => input.uids?.join())
  return eventually(marked, (uids) => uids.length >= count)
}

test('the message that comes up after a deletion is unread until the user turns to it', async (t) => {
  const { page, api } = await openMail(t, {
    messages: 0,
    prepare: unread(4),
    readAfterSeconds: 3_600,
  })
  await page.getByRole('row', { name: /Message 4/ }).click()
  await page.getByRole('row', { name: /^Sender 4/ }).waitFor()

  await page.keyboard.press('#')
  await page.getByText('Text of message 3.').waitFor()
  await page.keyboard.press('#')
  await page.getByText('Text of message 2.').waitFor()
  await page.getByLabel('Check for new mail').click()
  await page.getByRole('row', { name: /^Unread, Sender 2/ }).waitFor()
  t.deepEqual(await markedUids(api, 1), ['4'])

  await page.getByText('Text of message 2.').click()

  await page.getByRole('row', { name: /^Sender 2/ }).waitFor()
  t.deepEqual(await markedUids(api, 2), ['4', '2'])
})

test('a message that was stepped to is read once it was on the screen for the time set', async (t) => {
  const { page, api } = await openMail(t, { messages: 0, prepare: unread(3), readAfterSeconds: 1 })
  await page.getByRole('row', { name: /Message 3/ }).click()
  await page.getByRole('row', { name: /^Sender 3/ }).waitFor()

  await page.keyboard.press('j')

  await page.getByText('Text of message 2.').waitFor()
  await page.getByRole('row', { name: /^Sender 2/ }).waitFor()
  t.deepEqual(await markedUids(api, 2), ['3', '2'])
})

test('a message that is marked as unread stays so while it is open', async (t) => {
  const { page, api } = await openMail(t, {
    messages: 0,
    prepare: unread(2),
    readAfterSeconds: 3_600,
  })
  await page.getByRole('row', { name: /Message 2/ }).click()
  await page.getByRole('row', { name: /^Sender 2/ }).waitFor()
  await page.keyboard.press('j')
  await page.getByText('Text of message 1.').waitFor()

  // Read manually, and unread again: after that nothing marks it automatically.
  await page.keyboard.press('u')
  await page.getByRole('row', { name: /^Sender 1/ }).waitFor()
  await page.keyboard.press('u')
  await page.getByRole('row', { name: /^Unread, Sender 1/ }).waitFor()
  await page.getByText('Text of message 1.').click()
  await page.getByLabel('Check for new mail').click()

  await page.getByRole('row', { name: /^Unread, Sender 1/ }).waitFor()
  t.deepEqual(await markedUids(api, 2), ['2', '1'])
})

test('while a message loads its heading is there, and it can be left, answered and deleted', async (t) => {
  const { page, api } = await openMail(t, {
    readAheadMessages: 0,
    browser: { viewport: { width: 390, height: 844 } },
  })
  await page.route(/_action=show/, () => undefined)
  const row = page.getByRole('row', { name: /Message 20/ })
  await row.click()
  await page.getByRole('heading', { name: 'Message 20' }).waitFor()
  await page.getByRole('status', { name: 'Loading' }).waitFor()

  await page.getByRole('button', { name: 'Back to the list' }).click()
  await row.click()
  await page.getByRole('button', { name: 'Reply', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Message deleted').waitFor()

  t.is(api.mailboxes.get('INBOX')?.messages.length, 19)
})

/** The next time a message is requested with a charset; others are requested meanwhile. */
async function nextOpened(api: FakeApi): Promise<FakeCall> {
  const call = await api.next('show')
  return call.input.charset !== undefined ? call : nextOpened(api)
}

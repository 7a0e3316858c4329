import test from 'ava'
import type { Page } from 'playwright-core'
import { WAIT_LIMIT_MS } from '../../../../support/process/wait-limit.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'
import { browserTests, type OpenMail } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

const phone = { viewport: { width: 390, height: 844 } }
const paragraphs = '<p>A paragraph of a long letter.</p>'.repeat(80)
const newsletter = `<table width="390"><tr><td width="195">Left</td><td width="195">Right</td></tr></table>${paragraphs}`

async function openBody(open: Promise<OpenMail>, text: string): Promise<Page> {
  const { page } = await open
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.frameLocator('iframe.message-frame').getByText(text).first().waitFor()
  return page
}

/** In the page: true once the frame has no room or width too little for its document. */
function isFitted(): boolean {
  const frame = document.querySelector<HTMLIFrameElement>('iframe.message-frame')
  const root = frame?.contentDocument?.documentElement
  if (frame === null || root === undefined) return false
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = root
  return frame.clientHeight > 400 && scrollWidth <= clientWidth && scrollHeight <= clientHeight
}

/** In the page: the frame holds no more paper than its document fills. */
function paperBelow(): number {
  const frame = document.querySelector<HTMLIFrameElement>('iframe.message-frame')
  const root = frame?.contentDocument?.documentElement
  return (frame?.clientHeight ?? 0) - (root?.getBoundingClientRect().height ?? 0)
}

function withHtml(html: string) {
  return {
    prepare: ({ mailboxes }: OpenMail['api']) => {
      mailboxes.get('INBOX')?.messages.push(fakeMessage(21, { html }))
    },
  }
}

for (const [device, browser] of [
  ['a phone', phone],
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
] as const) {
  test(`on ${device} a page of the sender is as high as its content and no wider than its frame`, async (t) => {
    const page = await openBody(openMail(t, { ...withHtml(newsletter), browser }), 'Right')

    await page.waitForFunction(isFitted, undefined, { timeout: WAIT_LIMIT_MS })

    t.true((await page.evaluate(paperBelow)) < 2)
    const zoom = await page
      .frameLocator('iframe.message-frame')
      .locator('body')
      .evaluate((body) => body.style.zoom)
    t.is(Number(zoom) < 1, device === 'a phone')
  })
}

test('keys do their work also when a user clicked into a message', async (t) => {
  const link = '<p>Words</p><a href="#below">Down</a><p id="below">Below</p>'
  const page = await openBody(openMail(t, withHtml(link)), 'Words')
  await page.frameLocator('iframe.message-frame').getByText('Words').click()

  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Message 20', exact: true }).waitFor()
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.frameLocator('iframe.message-frame').getByRole('link', { name: 'Down' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('?')

  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  t.is(await page.locator('.message-subject').textContent(), 'Message 21')
})

test('the ground that a sender chose fills the frame', async (t) => {
  const page = await openBody(
    openMail(t, withHtml('<body style="background: #fffbe8"><p>Words</p></body>')),
    'Words',
  )
  const grounds = await page
    .frameLocator('iframe.message-frame')
    .locator('html, body')
    .evaluateAll((elements) => elements.map((one) => getComputedStyle(one).backgroundColor))

  // Where the root has none, that of the body is the ground of the whole document (CSS Backgrounds 3, 2.11.2).
  t.deepEqual(grounds, ['rgba(0, 0, 0, 0)', 'rgb(255, 251, 232)'])
})

test('a frame grows and shrinks with its document', async (t) => {
  const page = await openBody(openMail(t, withHtml(paragraphs)), 'A paragraph')
  await page.waitForFunction(isFitted, undefined, { timeout: WAIT_LIMIT_MS })
  const heightOf = () =>
    page.locator('iframe.message-frame').evaluate((frame) => frame.clientHeight)
  const before = await heightOf()
  const body = page.frameLocator('iframe.message-frame').locator('body')

  await body.evaluate((inside) => inside.append(inside.cloneNode(true).textContent ?? ''))
  await page.waitForFunction(isFitted, undefined, { timeout: WAIT_LIMIT_MS })
  t.true((await heightOf()) > before)
  await body.evaluate((inside) => (inside.textContent = 'Short'))

  await page.waitForFunction(
    () => (document.querySelector('iframe.message-frame')?.clientHeight ?? 999) < 100,
    undefined,
    { timeout: WAIT_LIMIT_MS },
  )
  t.true((await page.evaluate(paperBelow)) < 2)
})

test('text is read in the direction of its own words', async (t) => {
  const text = 'שלום עולם\n> اقتباس\nEnglish'
  const { page } = await openMail(t, {
    prepare: ({ mailboxes }) => {
      mailboxes.get('INBOX')?.messages.push(fakeMessage(21, { text, subject: 'שלום Message 21' }))
    },
  })
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.locator('.plain-text').waitFor()

  const directions = await page
    .locator('.plain-text > *, .message-subject')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).direction))

  t.deepEqual(directions, ['rtl', 'rtl', 'rtl', 'ltr'])
})

test('the message a pointer rests on is fetched before the click, and once', async (t) => {
  const { page, api } = await openMail(t, withHtml(paragraphs))
  const row = page.getByRole('row', { name: /Message 21/ })
  const fetched = api.next('show')

  await row.hover()
  await fetched
  await row.click()

  await page.frameLocator('iframe.message-frame').getByText('A paragraph').first().waitFor()
  const shows = api.calls.filter(({ action, input }) => action === 'show' && input.uid === 21)
  t.is(shows.length, 1)
})

test('a wide table scrolls sideways in its frame at a size that can be read', async (t) => {
  const cells = Array.from({ length: 15 }, (_, at) => `<td>columnnumber${at}ofthewidetable</td>`)
  const html = `<table><tr>${cells.join('')}</tr></table>`
  const page = await openBody(openMail(t, { ...withHtml(html), browser: phone }), 'columnnumber0')
  const body = page.frameLocator('iframe.message-frame').locator('body')

  await page.waitForFunction(
    () =>
      document.querySelector<HTMLIFrameElement>('iframe.message-frame')?.contentDocument?.body.style
        .zoom === '0.8',
    undefined,
    { timeout: WAIT_LIMIT_MS },
  )

  t.true(
    await body.evaluate(
      ({ ownerDocument: { documentElement: root } }) => root.scrollWidth > root.clientWidth,
    ),
  )
})

test('a link to a place in the message leads there, within the pane', async (t) => {
  const html = `<p><a href="#figures">Figures</a></p>${paragraphs}<h2 id="figures">The figures</h2>${paragraphs}`
  const page = await openBody(openMail(t, withHtml(html)), 'Figures')
  await page.waitForFunction(isFitted, undefined, { timeout: WAIT_LIMIT_MS })
  const frame = page.frameLocator('iframe.message-frame')

  await frame.getByRole('link', { name: 'Figures' }).click()

  await page.waitForFunction(
    () => (document.querySelector('.message-content')?.scrollTop ?? 0) > 500,
  )
  t.true(await frame.getByRole('heading', { name: 'The figures' }).isVisible())
})

test('images of other servers that were shown are not shown again when the message is opened again', async (t) => {
  const html = `${paragraphs}<img src="https://images.example/one.png">`
  const { page } = await openMail(t, withHtml(html))
  await page.route(/^https:/, (route) => route.abort())
  const row = page.getByRole('row', { name: /Message 21/ })
  await row.click()
  const requested = page.waitForRequest(/images\.example/)
  await page.getByRole('button', { name: 'Show images' }).click()
  await requested

  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()
  await row.click()

  await page.getByRole('button', { name: 'Show images' }).waitFor()
  t.is(await page.frameLocator('iframe.message-frame').locator('img[src]').count(), 0)
})

import test from 'ava'
import type { Page } from 'playwright-core'
import { WAIT_LIMIT_MS } from '../../../../support/process/wait-limit.ts'
import { fakeMessage } from '../../../../support/web/fake-mail.ts'
import { browserTests, type OpenMail } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

const phone = { viewport: { width: 390, height: 844 } }
const paragraphs = '<p>A paragraph of a long letter.</p>'.repeat(80)
const newsletter = `<table width="700"><tr><td width="350">Left</td><td width="350">Right</td></tr></table>${paragraphs}`

async function openBody(open: Promise<OpenMail>, words: string): Promise<Page> {
  const { page } = await open
  await page.getByRole('row', { name: /Message 21/ }).click()
  await page.frameLocator('iframe.message-frame').getByText(words).first().waitFor()
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

test('the frame of a message is loaded while the message is on its way, and once', async (t) => {
  const { page, api } = await openMail(t, withHtml(paragraphs))
  const answered = new Promise<() => void>((resolve) => {
    void page.route(/_action=show/, (route) => resolve(() => void route.continue()))
  })
  const framed = api.next('frame')

  await page.getByRole('row', { name: /Message 21/ }).click()
  await framed

  t.is(await page.getByRole('article').count(), 0)
  const answer = await answered
  answer()
  await page.getByRole('article').waitFor()
  await page.frameLocator('iframe.message-frame').getByText('A paragraph').first().waitFor()
  t.is(api.calls.filter(({ action }) => action === 'frame').length, 1)
})

test('the frame of a message is loaded when the pointer rests on its row, and once', async (t) => {
  const { page, api } = await openMail(t, withHtml(paragraphs))
  const row = page.getByRole('row', { name: /Message 21/ })
  const framed = api.next('frame')

  await row.hover()
  await framed

  t.is(await page.getByRole('article').count(), 0)
  await row.click()
  await page.frameLocator('iframe.message-frame').getByText('A paragraph').first().waitFor()
  t.true(await page.locator('iframe.message-frame').isVisible())
  t.is(api.calls.filter(({ action }) => action === 'frame').length, 1)
})

test('remote images that were shown are not shown again when the message is opened anew', async (t) => {
  const html = `${paragraphs}<img src="https://images.example/one.png">`
  const { page, api } = await openMail(t, withHtml(html))
  const row = page.getByRole('row', { name: /Message 21/ })
  await row.click()
  const shown = api.next('frame')
  await page.getByRole('button', { name: 'Show images' }).click()
  await shown

  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()
  const framed = api.next('frame')
  await row.click()
  await framed

  await page.getByRole('button', { name: 'Show images' }).waitFor()
  t.is(api.calls.findLast(({ action }) => action === 'frame')?.fields.get('_images'), undefined)
})

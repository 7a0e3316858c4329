import test from 'ava'
import type { Locator } from 'playwright-core'
import { fakeMessage } from '../../support/web/fake-mail.ts'
import { browserTests } from '../../support/web/open-mail.ts'

const openMail = browserTests(test)

/** How light the ground of an element is, and its text, from 0 to 255; of the ground behind it where it has none itself. */
async function lightness(element: Locator): Promise<readonly [ground: number, text: number]> {
  const colors = await element.evaluate((start) => {
    const { color } = getComputedStyle(start)
    let ground = 'rgba(0, 0, 0, 0)'
    for (let at: Element | null = start; at !== null; at = at.parentElement) {
      ground = getComputedStyle(at).backgroundColor
      if (!ground.endsWith(', 0)')) break
    }
    // No element has one: what is below a document of the light scheme is white.
    const { colorScheme } = getComputedStyle(document.documentElement)
    if (ground.endsWith(', 0)') && colorScheme === 'light') ground = 'rgb(255, 255, 255)'
    return [ground, color]
  })
  const [ground = 0, text = 0] = colors.map((color) =>
    Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number)),
  )
  return [ground, text]
}

for (const [scheme, isDark] of [
  ['dark', true],
  ['light', false],
] as const) {
  test(`what is written is on the ground of the page: ${scheme}`, async (t) => {
    const { page } = await openMail(t, { browser: { colorScheme: scheme } })
    await page.getByRole('row', { name: /Message 20/ }).waitFor()
    await page.keyboard.press('c')
    const plain = page.getByLabel('Message text')
    const [plainGround, plainText] = await lightness(plain)
    t.is(plainText > plainGround, isDark)

    await page.getByRole('checkbox', { name: 'Rich text' }).click()
    const frame = page.frameLocator('.editor-frame')
    const body = frame.locator('body')
    await page.locator('.editor-frame:not(.is-coming)').waitFor()
    await body.evaluate((element) => {
      element.innerHTML = '<p style="color:#111;background:#fff">Words of others</p>'
    })

    for (const index of [body, frame.locator('p')]) {
      const [ground, text] = await lightness(index)
      t.is(text > ground, isDark)
      t.is(ground < 80, isDark)
    }
    t.is(await frame.locator('p').evaluate((text) => text.style.color), 'rgb(17, 17, 17)')
  })
}

test('a choice of the dark is followed by what is being written', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('checkbox', { name: 'Rich text' }).click()
  await page.locator('.editor-frame:not(.is-coming)').waitFor()
  const body = page.frameLocator('.editor-frame').locator('body')

  await page.evaluate(() => (document.documentElement.dataset['colorScheme'] = 'dark'))
  await page.waitForFunction(() => {
    const root = document.querySelector<HTMLIFrameElement>('.editor-frame')?.contentDocument
    return root ? getComputedStyle(root.documentElement).colorScheme === 'dark' : false
  })

  const [ground, text] = await lightness(body)
  t.true(text > ground)
})

test('HTML mail is dark in the dark, and as it was sent by one press', async (t) => {
  const { page } = await openMail(t, {
    browser: { colorScheme: 'dark' },
    prepare: ({ mailboxes }) => {
      const html = '<p>A letter</p>'
      mailboxes.get('INBOX')?.messages.push(fakeMessage(22, { subject: 'Harvest', html }))
    },
  })
  await page.getByRole('row', { name: /Harvest/ }).click()
  const text = page.frameLocator('.message-frame').getByText('A letter')
  const [ground, ink] = await lightness(text)
  t.true(ground < 80 && ink > 150)

  await page.getByRole('button', { name: 'Original colors' }).click()
  await page.getByRole('button', { name: 'Dark colors' }).waitFor()
  await text.waitFor()
  const [paper, written] = await lightness(text)
  t.true(paper === 255 && written < 80, `${written} on ${paper}`)
})

test('the pages before the mail are dark where the system is', async (t) => {
  const { page } = await openMail(t, {
    browser: { colorScheme: 'dark' },
    prepare: (api) => (api.isSignedIn = false),
  })
  for (const part of ['.plain-page', '.plain-card', 'h1', 'input[type=password]']) {
    const [ground, text] = await lightness(page.locator(part).first())
    t.true(ground < 80 && text > 150, `${part}: ${text} on ${ground}`)
  }
})

test('what is printed is dark on white paper also where the system is dark', async (t) => {
  const { page } = await openMail(t, { browser: { colorScheme: 'dark' } })
  await page.evaluate(() => (window.print = () => undefined))
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByRole('article').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Print' }).click()

  const printed = page.frameLocator('#print-frame')
  for (const part of ['h1', 'header div', 'pre']) {
    const [ground, text] = await lightness(printed.locator(part).first())
    t.true(ground === 255 && text < 80, `${part}: ${text} on ${ground}`)
  }
})

import test from 'ava'
import type { Page, Route } from 'playwright-core'
import { z } from 'zod'
import { languages } from '../../../../plugin/language/language.ts'
import { browserTests } from '../../../support/web/open-mail.ts'
import { settleShot } from '../../../support/web/settings-shots.ts'
import { violations } from '../../../support/web/violations.ts'

const openMail = browserTests(test)

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press(',')
  await page.getByRole('tab', { name }).click()
}

type Color = readonly number[]

/** Colours of the style sheet as the screen has them: red, green and blue, 0 to 255. */
async function colorsOf(page: Page, names: readonly string[]): Promise<ReadonlyMap<string, Color>> {
  const colors = await page.evaluate((wanted) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const probe = document.body.appendChild(document.createElement('i'))
    const found = wanted.map((name) => {
      probe.style.color = `var(${name})`
      if (canvas === null) return []
      canvas.fillStyle = getComputedStyle(probe).color
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
    })
    probe.remove()
    return found
  }, names)
  return new Map(names.map((name, index) => [name, colors[index] ?? []]))
}

/** WCAG 2.2, 1.4.3. */
function contrast(one: Color = [], other: Color = []): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const pairs = [
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-strong'],
  ['--accent', '--paper'],
  ['--accent', '--raised'],
  ['--accent', '--wash-strong'],
  ['--ink', '--wash-strong'],
  ['--ink-soft', '--wash'],
] as const

test.serial('every accent can be read in light and dark, and holds at once', async (t) => {
  const { page } = await openMail(t)
  await openTab(page, 'Appearance')
  const seen = new Set<string>()

  for (const scheme of ['Light', 'Dark']) {
    await page.getByLabel('Theme').selectOption(scheme)
    for (const accent of ['Blue', 'Teal', 'Green', 'Violet', 'Rose', 'Slate']) {
      await page.getByLabel('Accent').selectOption(accent)
      await page.waitForFunction(
        ([name, wanted]) =>
          (document.documentElement.dataset['accent'] ?? 'blue') === name &&
          document.documentElement.dataset['colorScheme'] === wanted,
        [accent.toLowerCase(), scheme.toLowerCase()] as const,
      )
      const colors = await colorsOf(page, pairs.flat())
      for (const [one, other] of pairs) {
        const found = contrast(colors.get(one), colors.get(other))
        t.true(found >= 4.5, `${scheme} ${accent}: ${one} on ${other} ${found.toFixed(2)}`)
      }
      seen.add(String(colors.get('--accent')))
    }
    await settleShot(page, `accent-${scheme}`)
    t.deepEqual(await violations(page), [])
  }
  t.is(seen.size, 12)
})

test.serial('dates and conversations are as they were chosen', async (t) => {
  const { page, api } = await openMail(t)
  await openTab(page, 'Appearance')
  await page.getByLabel('Date format').selectOption('2026-01-31')
  await page
    .getByRole('row', { name: /Message 20.*\d{4}-\d{2}-\d{2}/ })
    .waitFor({ state: 'attached' })

  await page.getByRole('tab', { name: 'Reading' }).click()
  const [listing, saving] = [api.next('list'), api.next('save-settings')]
  await page.getByLabel('Group messages').click()
  t.is((await listing).input.isThreaded, true)
  t.regex(
    JSON.stringify((await saving).input.changes),
    /"conversations","seen":false,"wanted":true/,
  )
})

/** The values of a list, as the arrow key comes to them one after the other. */
async function walkDown(page: Page, label: RegExp, values: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: label }).focus()
  for (const value of values) {
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction((wanted) => {
      const list = document.activeElement
      return list instanceof HTMLSelectElement && list.value === wanted
    }, value)
  }
}

test.serial('the time zones are walked by arrow keys in the order they are shown', async (t) => {
  const { page, api } = await openMail(t)
  await openTab(page, 'Appearance')
  const zones = await page.evaluate(() => Intl.supportedValuesOf('timeZone').slice(0, 4))
  const [, , , last = ''] = zones

  for (const zone of zones) {
    const saving = api.next('save-settings')
    await walkDown(page, /^Time zone/, [zone])
    await saving
  }

  t.is((await api.settings.read()).preferences.timeZone, last)
})

test.serial('a time zone is in its place, whether or not the browser lists it', async (t) => {
  const wanted = 'Europe/Belfast'
  const changes = [{ name: 'timeZone', seen: null, wanted }]
  const { page, api } = await openMail(t)
  await api.settings.answer('save-settings', { changes })
  await page.reload()
  await openTab(page, 'Appearance')
  const list = page.getByRole('combobox', { name: /^Time zone/ })
  await list.waitFor()
  const [, ...shown] = await list
    .locator('option')
    .evaluateAll((options) =>
      options.map((option) => option.getAttribute('value') ?? option.textContent),
    )

  t.is(await list.inputValue(), wanted)
  t.deepEqual(shown, [...shown].sort())
  t.true(shown.includes('UTC'))
})

test.serial('all languages are come to by arrow keys', async (t) => {
  const { page, api } = await openMail(t)
  await openTab(page, 'Appearance')
  const list = page.getByRole('combobox').filter({ has: page.locator('option[value="pt-BR"]') })
  await list.focus()
  const seen = new Set<string>()

  for (const step of languages.keys()) {
    const saving = api.next('save-settings')
    await page.keyboard.press('ArrowDown')
    const wanted = z.array(z.object({ wanted: z.string() })).parse((await saving).input.changes)
    const language = wanted[0]?.wanted ?? ''
    await page.waitForFunction((lang) => document.documentElement.lang === lang, language)
    seen.add(language)
    t.is(seen.size, step + 1)
  }

  t.deepEqual([...seen].sort(), [...languages].sort())
})

test.serial('what an arrow key comes to while a save is under way is saved after it', async (t) => {
  const { page, api } = await openMail(t)
  await openTab(page, 'Appearance')
  const held: Route[] = []
  let isHolding = true
  await page.route(/save-settings/, async (route) => {
    if (isHolding) held.push(route)
    else await route.continue()
  })
  const saves = () => api.calls.filter(({ action }) => action === 'save-settings').length

  await walkDown(page, /^Accent/, ['teal', 'green', 'violet', 'rose'])
  await page.waitForFunction(() => document.documentElement.dataset['accent'] === 'rose')
  const saved = api.next('save-settings')
  isHolding = false
  await Promise.all(held.map((route) => route.continue()))
  await saved
  await api.next('save-settings')

  t.is((await api.settings.read()).preferences.accent, 'rose')
  t.is(await page.getByLabel('Accent').inputValue(), 'rose')
  t.is(await page.getByText('This was changed elsewhere').count(), 0)
  t.is(saves(), 2)
})

test.serial('what could not be saved goes back to what stands', async (t) => {
  const { page } = await openMail(t)
  await openTab(page, 'Appearance')
  await page.route(/save-settings/, (route) => route.fulfill({ status: 422, body: '' }))

  await page.getByLabel('Accent').selectOption('Rose')
  await page.locator('.settings-page').getByRole('alert').waitFor()

  t.is(await page.getByLabel('Accent').inputValue(), 'blue')
  t.is(await page.evaluate(() => document.documentElement.dataset['accent'] ?? 'blue'), 'blue')
})

test.serial('conversations that are chosen in one tab show in the other at once', async (t) => {
  const { page, api } = await openMail(t, {
    prepare(fake) {
      const thread = { depth: 0, parentUid: null, hasChildren: false, unreadChildren: 0 }
      const inbox = fake.mailboxes.get('INBOX')
      inbox?.messages.splice(
        0,
        Infinity,
        ...inbox.messages.map((message) => ({ ...message, row: { ...message.row, thread } })),
      )
    },
  })
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.bringToFront()
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  const lists = () =>
    api.calls.filter(({ action, input }) => action === 'list' && input.isThreaded === true)

  await page.getByRole('button', { name: 'Conversations' }).click()

  await other.getByRole('treegrid').waitFor()
  t.is(await page.getByRole('treegrid').count(), 1)
  t.is(lists().length, 2)
})

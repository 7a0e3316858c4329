import { join } from 'node:path'
import test from 'ava'
import type { Locator, Page } from 'playwright-core'
import ar from '../../../plugin/texts/ar.json' with { type: 'json' }
import en from '../../../plugin/texts/en.ts'
import { looks } from '../../support/web/looks.ts'
import { violations } from '../../support/web/violations.ts'
import { openFilters, openSettings } from './open-filters.ts'

type PartTexts = Readonly<Record<'addCondition' | 'addAction' | 'field' | 'doNext', string>>

const shots = process.env['LAYOUT_SHOTS']

/** What another program wrote, what is switched off, and rules of every kind of condition. */
const SCRIPT = `require ["fileinto", "copy", "imap4flags", "vacation", "date", "relational", "variables"];
# rule:[Shops of the whole internet and a long name that does not fit into one line]
if anyof (header :contains "from" ["shop", "store"], size :over 5M, address :domain "from" "shop.test")
{
	addflag "\\\\Seen";
	fileinto "Shops";
	stop;
}
# rule:[متاجر]
if false # allof (header :contains "subject" "تخفيضات", currentdate :is "weekday" ["6", "0"])
{
	redirect :copy "ada@elsewhere.test";
}
# written by hand
if header :matches "subject" "*" { set "subject" "\${1}"; }
`

for (const [name, browser] of looks) {
  test.serial(
    `no page of filters breaks a rule of accessibility or is wider than the screen: ${name}`,
    async (t) => {
      const { page, complaints } = await openFilters(t, browser)
      const { filters: texts, settings, page: frame } = 'locale' in browser ? ar : en
      const look = async (state: string) => {
        if (shots !== undefined) await shoot(page, `${name} ${state}`)
        t.deepEqual(await violations(page), [], state)
        t.deepEqual(await page.evaluate(WIDER), [], state)
      }
      const panel = await openSettings(page, settings.filters)
      await panel.getByRole('button', { name: texts.editText }).click()
      await panel.getByRole('textbox', { name: texts.script }).fill(`${SCRIPT}keep`)
      await panel.getByRole('button', { name: frame.save }).click()
      await panel.getByRole('alert').waitFor()
      await look('script')
      await panel.getByRole('textbox', { name: texts.script }).fill(SCRIPT)
      await panel.getByRole('button', { name: frame.save }).click()
      await panel.getByRole('listitem').nth(2).waitFor()
      await look('list')

      await panel.getByRole('button', { name: texts.add }).click()
      await panel.getByRole('textbox', { name: texts.values }).fill('Lindqvist')
      await panel.getByRole('combobox', { name: texts.folder }).first().selectOption('Shops')
      await panel.getByRole('listitem').first().waitFor()
      await addOneOfEach(panel, texts)
      await look('rule')
      await panel.getByRole('button', { name: frame.cancel }).click()

      for (const tab of ['vacation', 'forwarding', 'blocked'] as const) {
        await page.getByRole('tab', { name: settings[tab], exact: true }).click()
        await panel.getByRole('button').last().waitFor()
        await look(tab)
      }
      const [refused, ...others] = complaints
      t.regex(refused ?? '', /status of 422/)
      t.deepEqual(others, [])
    },
  )
}

/** A part for every kind of condition and action that the server takes. */
async function addOneOfEach(panel: Locator, texts: PartTexts): Promise<void> {
  for (const [add, choice] of [
    [texts.addCondition, texts.field],
    [texts.addAction, texts.doNext],
  ] as const) {
    const choices = panel.getByRole('combobox', { name: choice, exact: true })
    const kinds = await choices
      .first()
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''))
    for (const [at, kind] of kinds.slice(1).entries()) {
      await panel.getByRole('button', { name: add }).click()
      await choices.nth(at + 1).selectOption(kind)
    }
  }
}

/** What is wider than the window, or cut off in a page of settings. */
const WIDER = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ['page'] : []),
  ...[...document.querySelectorAll('.settings-page :not(.script-colours *)')]
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)
    .map((e) => e.outerHTML.slice(0, 80)),
]`

async function shoot(page: Page, name: string): Promise<void> {
  const path = join(shots ?? '', `${name.replaceAll(/[ ,]+/g, '-')}.png`)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width, height: 2_600 })
  await page.screenshot({ path })
  await page.setViewportSize({ width, height })
}

test.serial(
  'filters are made, reordered, turned off, deleted and restored by keyboard alone',
  async (t) => {
    const { page, dovecot, owner, complaints } = await openFilters(t)
    const panel = await openSettings(page, 'Filters')
    const make = async (name: string) => {
      await tabTo(page, panel.getByRole('button', { name: 'New filter' }))
      await page.keyboard.press('Enter')
      await tabTo(page, panel.getByRole('textbox', { name: 'Name', exact: true }))
      await page.keyboard.type(name)
      await tabTo(page, panel.getByRole('textbox', { name: 'Values' }))
      await page.keyboard.type(`${name}.test`)
      await tabTo(page, panel.getByRole('combobox', { name: 'Folder', exact: true }))
      await page.keyboard.type('Shops')
      await tabTo(page, panel.getByRole('button', { name: 'Save' }))
      await page.keyboard.press('Enter')
      await panel.getByRole('listitem').filter({ hasText: name }).waitFor()
    }
    await make('One')
    await make('Two')
    await make('Three')

    await tabTo(page, panel.getByRole('button', { name: 'Move Three up' }))
    await page.keyboard.press('Enter')
    await panel.locator('li:nth-child(2) [aria-label="Move Three up"]:focus').waitFor()
    await page.keyboard.press('Enter')
    await panel.locator('li:first-child [aria-label="Move Three down"]:focus').waitFor()
    const before = await dovecot.scripts(owner)
    t.deepEqual(namesIn(before), ['Three', 'One', 'Two'])

    await tabTo(page, panel.getByRole('button', { name: 'Delete One' }))
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Delete One' }).waitFor({ state: 'detached' })
    t.deepEqual(namesIn(await dovecot.scripts(owner)), ['Three', 'Two'])
    await tabTo(page, page.getByRole('button', { name: 'Undo' }))
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Delete One' }).waitFor()
    t.deepEqual(await dovecot.scripts(owner), before)

    await tabTo(page, panel.getByRole('checkbox', { name: 'Use Two' }))
    await page.keyboard.press('Space')
    await panel.getByRole('checkbox', { name: 'Use Two', checked: false }).waitFor()
    t.deepEqual(complaints, [])
  },
)

/** More stops than any of these pages has. */
const MOST_STOPS = 80

/** Goes there by Tab. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(target)}`)
}

function namesIn(scripts: readonly string[]): readonly string[] {
  return [...scripts.join('').matchAll(/rule:\[(.*)\]/g)].map(([, name = '']) => name)
}

import type { ExecutionContext } from 'ava'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { sieveSettings } from '../../support/sieve/manage-sieve.ts'
import { openSignedInPage } from '../signed-in-page.ts'

/** Opens the page of an owner whose Dovecot has filters, a folder Shops, and no script. */
export async function openFilters(
  t: ExecutionContext,
  browser: BrowserContextOptions = {},
  /** More lines of dovecot.conf. */
  more = '',
) {
  const sieve = await sieveSettings()
  const { sievePort } = sieve
  const settings = `${sieve.settings}\n${more}`
  const site = await openSignedInPage(t, {
    settings,
    config: { sieve: { port: sievePort } },
    browser,
    prepare: (dovecot, owner) => dovecot.doveadm.subscribe(owner, 'Shops'),
  })
  await site.page.getByRole('row').first().waitFor()
  return { ...site, settings }
}

/** Opens a page of the settings; its panel. */
export async function openSettings(page: Page, tab: string) {
  await page.locator('body').press(',')
  await page.getByRole('tab', { name: tab, exact: true }).click()
  return page.getByRole('tabpanel')
}

/** Source of a message from this sender. */
export function sourceOf(from: string, subject: string): string {
  return `From: ${from}\r\nTo: me@example.test\r\nSubject: ${subject}\r\n\r\nHello\r\n`
}

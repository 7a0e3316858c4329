import { readFile } from 'node:fs/promises'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'

/** That the recovery codes of a page can be copied, saved as a file and printed, by the keyboard as well. */
export async function keepsCodes(
  t: ExecutionContext,
  page: Page,
  { user }: { readonly user: string },
): Promise<void> {
  const codes = await page.locator('.recovery-codes li').allInnerTexts()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: /^Copied$/ })
    .waitFor()
  t.is(await page.evaluate(() => navigator.clipboard.readText()), codes.join('\n'))

  const download = page.waitForEvent('download')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const file = await download
  t.is(file.suggestedFilename(), 'Recovery codes.txt')
  const text = await readFile(await file.path(), 'utf8')
  t.regex(text.split('\r\n')[0] ?? '', /: Recovery codes$/)
  t.deepEqual(text.split('\r\n').slice(1), [user, '', ...codes, ''])

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const printed = page.frameLocator('#print-frame').locator('pre')
  await printed.filter({ hasText: codes.at(-1) ?? '' }).waitFor({ state: 'attached' })
  t.is((await printed.textContent())?.replaceAll('\r', ''), text.replaceAll('\r', ''))
}

import { join } from 'node:path'
import type { Page } from 'playwright-core'

const directory = process.env['LAYOUT_SHOTS']

/** Keeps a picture of the page in LAYOUT_SHOTS, where that is set. */
export async function settleShot(page: Page, name: string): Promise<void> {
  if (directory === undefined) return
  await page.screenshot({ path: join(directory, `settings-${name.replaceAll(' ', '-')}.png`) })
}

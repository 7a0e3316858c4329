import type { Locator, Page } from 'playwright-core'

/** Where rich text is written in the composer. */
export function richText(page: Page): Locator {
  return page.frameLocator('iframe[title="Message text"]').getByRole('textbox')
}

/** Playwright listens to the pointer within each frame it looks into, and this one runs nothing. */
export function isOfThePage(complaint: string): boolean {
  return !complaint.startsWith('Blocked script execution')
}

/** The complete recipients of a field of the composer, as they were typed. */
export async function recipientsIn(
  page: Page,
  name: 'to' | 'cc' | 'bcc',
): Promise<readonly (string | null)[]> {
  const chips = await page.locator(`.address-field:has([name=${name}]) .recipient`).all()
  return Promise.all(chips.map((chip) => chip.getAttribute('title')))
}

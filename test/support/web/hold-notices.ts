import type { Page } from 'playwright-core'

/**
 * From now on every notice of the page is held as by a pointer on it (WCAG 2.2.1), at the moment it appears: none
 * leaves before the test has used its button, however busy the machine is. Lasts until the page is loaded again.
 */
export async function holdNotices(page: Page): Promise<void> {
  await page.evaluate(() => {
    new MutationObserver(() => {
      document
        .querySelector('.notices')
        ?.dispatchEvent(new PointerEvent('pointermove', { movementX: 1 }))
    }).observe(document.body, { childList: true, subtree: true })
  })
}

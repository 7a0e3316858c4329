import test from 'ava'
import type { Page } from 'playwright-core'
import { browserTests } from '../../support/web/open-mail.ts'

const openMail = browserTests(test)

for (const language of ['de', 'en', 'fr'] as const) {
  test(`no text of the page itself is cut off beside three panes: ${language}`, async (t) => {
    const { page } = await openMail(t, {
      hasEvents: true,
      prepare: (api) => (api.language = language),
    })
    await page.locator('.live-mark.is-live').waitFor()

    for (const width of [980, 1024, 1100, 1150, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      t.deepEqual(await clippedTexts(page), [], `${width} px`)
    }
  })
}

test('the buttons of a message that is written stand in one row, in German and English', async (t) => {
  for (const language of ['de', 'en'] as const) {
    const { page } = await openMail(t, { prepare: (api) => (api.language = language) })
    await page.locator('.row').first().waitFor()
    await page.keyboard.press('c')
    const composer = page.locator('.composer')
    await composer.waitFor()

    for (const width of [980, 1100, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      t.is(await rowsOf(page), 1, `${language} ${width}`)
    }
    // Text of twice the size (WCAG 2.2, 1.4.4).
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    for (const width of [980, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      t.true(await composer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
      t.is(await rowsOf(page, '.composer-storing button'), 1, `${language} ${width}`)
    }
  }
})

/** Rows in which the buttons of the composer stand. */
function rowsOf(page: Page, buttons = '.composer-acts button'): Promise<number> {
  return page.locator(buttons).evaluateAll((all) => {
    const middles = all.map((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return Math.round((top + bottom) / 2)
    })
    return new Set(middles).size
  })
}

/** Texts wider than where they stand. Names of users and folders, and their subjects, may be of any length. */
function clippedTexts(page: Page): Promise<readonly string[]> {
  return page
    .locator('.shell *:not(.row *, .folder-button *, .owner-name, .only-heard)')
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return []
        if (getComputedStyle(element).overflowX === 'visible') return []
        const { scrollWidth, clientWidth, textContent } = element
        return scrollWidth > clientWidth + 1
          ? [`${textContent}: ${scrollWidth} > ${clientWidth}`]
          : []
      }),
    )
}

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

test('the row of buttons of a message that is written has room in German', async (t) => {
  const { page } = await openMail(t, { prepare: (api) => (api.language = 'de') })
  await page.locator('.row').first().waitFor()
  await page.keyboard.press('c')

  const composer = page.locator('.composer')
  await composer.waitFor()

  t.true(await composer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
})

/** Texts wider than where they stand. Names of people and folders, and their subjects, may be of any length. */
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

import type { BrowserContext, Page } from 'playwright-core'

/** Brighter than this is a ground of the light scheme, or a letter of the dark one; of 0 to 255. */
const LIGHT = 128

/** Which part of what a page shows is light, from 0 to 1: as the eye sees it, anyone who draws the ground. */
export async function lightShare(page: Page, context: BrowserContext): Promise<number> {
  const picture = (await page.screenshot()).toString('base64')
  // A page with a policy of its own draws no picture from elsewhere.
  const reader = await context.newPage()
  try {
    return await reader.evaluate(
      async ({ source, light }) => {
        const image = new Image()
        image.src = source
        await image.decode()
        const canvas = new OffscreenCanvas(image.width, image.height)
        const drawing = canvas.getContext('2d')
        if (drawing === null) throw new Error('no canvas')
        drawing.drawImage(image, 0, 0)
        const { data } = drawing.getImageData(0, 0, image.width, image.height)
        let count = 0
        for (let at = 0; at < data.length; at += 4) {
          const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
          // Luma of Rec. 709.
          if (0.2126 * red + 0.7152 * green + 0.0722 * blue > light) count += 1
        }
        return count / (image.width * image.height)
      },
      { source: `data:image/png;base64,${picture}`, light: LIGHT },
    )
  } finally {
    await reader.close()
  }
}

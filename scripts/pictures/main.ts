// npx tsx scripts/pictures/main.ts SHOTS: the tabs of the settings as one picture a screen in plugin/docs/screenshots.
// The shots come from LAYOUT_SHOTS=SHOTS npx ava test/plugin/web/settings/settings.test.ts
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium } from '../../test/support/chromium.ts'

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('usage: npx tsx scripts/pictures/main.ts SHOTS')

/** Screens, how many of their pictures stand beside each other, and how wide each is. */
const SHEETS = [
  { screen: 'desktop-light', columns: 3, width: 560 },
  { screen: 'phone-dark', columns: 5, width: 240 },
  { screen: 'arabic', columns: 3, width: 512 },
] as const
const GAP = 12

const names = await readdir(directory)
const browser = await launchChromium()
try {
  for (const { screen, columns, width } of SHEETS) {
    const wanted = names.filter((name) => name.startsWith(`settings-${screen}-`))
    const tabs = wanted.filter((name) => !name.endsWith('-inbox.png')).sort()
    const images = await Promise.all(
      tabs.map(async (name) => {
        const content = await readFile(join(directory, name), 'base64')
        return `<img alt="" width="${width}" src="data:image/png;base64,${content}">`
      }),
    )
    const page = await browser.newPage({
      viewport: { width: columns * (width + GAP) + GAP, height: 100 },
    })
    const style = `display:flex;flex-wrap:wrap;gap:${GAP}px;margin:0;padding:${GAP}px;background:#777`
    await page.setContent(`<body style="${style}">${images.join('')}</body>`)
    const path = `plugin/docs/screenshots/settings-${screen}.jpg`
    await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 72 })
  }
} finally {
  await browser.close()
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { Locator, Page } from 'playwright-core'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { openSignedInPage } from '../signed-in-page.ts'

/**
 * Drags a file over the page, as from a window of the desktop, and drops it on that place. Chromium
 * leaves the page for a file unless the page says of the place that it handles the drag, which is told where the page also
 * shows where files go.
 * (A drag of the protocol itself never makes it leave.)
 */
async function dropFile(page: Page, path: string, index: Locator): Promise<boolean> {
  const box = await index.boundingBox()
  if (box === null) throw new Error('nothing to drop on')
  const browser = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', at = { x, y }) =>
    browser.send('Input.dispatchDragEvent', { type, ...at, data })
  await drag('dragEnter', { x: 2, y: 2 })
  await drag('dragOver', { x: 2, y: 2 })
  await page.evaluate(() => {
    document.body.dataset['handled'] = 'no'
    window.addEventListener(
      'dragover',
      (event) => (document.body.dataset['handled'] = event.defaultPrevented ? 'yes' : 'no'),
      { once: true },
    )
  })
  await drag('dragOver')
  await drag('dragOver')
  const isHandled =
    (await page.evaluate(() => document.body.dataset['handled'] === 'yes')) &&
    (await page.getByText('Drop files here to attach them').isVisible())
  await drag('drop')
  await browser.detach()
  return isHandled
}

test.serial(
  'a file dropped anywhere is attached, to a new message where none is written',
  async (t) => {
    const { page, owner, sent } = await openSignedInPage(t, {
      prepare: (dovecot, to) =>
        dovecot.deliver(to, {
          raw: `From: ada@example.org\r\nTo: ${to}\r\nSubject: Formatted\r\nContent-Type: text/html\r\n\r\n<p>It weaves.</p>\r\n`,
        }),
      browser: { viewport: { width: 1440, height: 900 } },
    })
    const file = join(await temporaryDirectory(t), 'plan.txt')
    await writeFile(file, 'the plan')
    await page.getByRole('row', { name: /Formatted/ }).click()
    await page.frameLocator('.message-frame').getByText('It weaves.').waitFor()
    await page.locator('.drop-hint').waitFor({ state: 'attached' })

    const handled: string[] = []
    const locations = [
      '.top-bar',
      '.folder-pane',
      '.grid',
      '.message-frame',
      '.message-header',
      '#search',
    ]
    for (const index of locations) {
      if (await dropFile(page, file, page.locator(index).first())) handled.push(index)
      await page
        .locator('.attached')
        .nth(handled.length - 1)
        .waitFor()
    }
    await page.getByLabel('To', { exact: true }).fill(owner)
    await page.getByLabel('Subject').fill('Plan')
    t.true(await dropFile(page, file, page.locator('.editor-tools')))
    await page.locator('.attached').nth(locations.length).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Message sent').waitFor()

    t.deepEqual(handled, locations)
    t.is(sent()[0]?.source.match(/filename="?plan\.txt/g)?.length, locations.length + 1)
    t.true(await page.frameLocator('.message-frame').getByText('It weaves.').isVisible())
  },
)

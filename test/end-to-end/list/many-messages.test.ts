import test from 'ava'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { holdNotices } from '../../support/web/hold-notices.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const named = z.object({ uids: z.array(z.int()) })

async function selectWhole(page: Page, total: string): Promise<void> {
  await page
    .getByRole('row')
    .first()
    .click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: `Select all ${total}` }).click()
  await page.getByText(`All ${total} selected`).waitFor()
}

/** What is moved away while it is fetched ahead is not found, which the browser tells in its console. */
const withoutReadingAhead = { tuning: { page: { readAheadMessages: 0 } } }

test.serial(
  'a whole folder is moved in steps, also what was never loaded, and moved back',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t, {
      messages: 1_203,
      config: withoutReadingAhead,
    })
    await page.getByText('1,203 messages', { exact: true }).waitFor()
    const moves: number[] = []
    page.on('request', (request) => {
      if (!request.url().includes('_action=move')) return
      const { uids } = named.parse(request.postDataJSON())
      moves.push(uids.length)
    })

    await selectWhole(page, '1,203')
    await holdNotices(page)
    await page.keyboard.press('v')
    await page.getByLabel('Find a folder').fill('junk')
    await page.keyboard.press('Enter')
    await page.getByText('1,203 messages moved to Junk').waitFor()
    await page.getByText('Nothing here').waitFor()
    t.deepEqual(moves, [500, 500, 203])

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1,203 messages', { exact: true }).waitFor()
    t.deepEqual(complaints, [])
  },
)

test.serial(
  'marking a whole search as read touches what matches and nothing else, and can be undone',
  async (t) => {
    const { page } = await openSignedInPage(t, { messages: 150 })
    await page.locator('[data-folder=INBOX]', { hasText: '15' }).waitFor()
    await page.getByRole('button', { name: 'Unread', exact: true }).click()
    await page.getByText('15 matches').waitFor()
    await page
      .getByRole('row')
      .first()
      .click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Select all 15' }).click()

    await holdNotices(page)
    await page.keyboard.press('u')
    await page.getByText('15 messages changed').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()

    await page.locator('[data-folder=INBOX]', { hasText: '15' }).waitFor()
    t.regex(await page.locator('[data-folder=INBOX]').innerText(), /15/)
  },
)

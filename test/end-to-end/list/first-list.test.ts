import test from 'ava'
import type { Page } from 'playwright-core'
import { openDesk } from '../signed-in-page.ts'

test('the first list and the folders come with the page', async (t) => {
  const { page, complaints } = await openDesk(t)
  await page.getByRole('row').first().waitFor()
  // Never answered: what the page shows, it has from elsewhere.
  await page.route(/_action=(list|folders)/, () => undefined)

  await page.reload()

  await page.getByRole('row').first().waitFor()
  await page.getByRole('button', { name: /^Inbox/ }).waitFor()
  t.deepEqual(complaints, [])
})

test('the first list is in the first drawing of the page', async (t) => {
  const { page } = await openDesk(t, { password: 'wrong' })
  await page.getByRole('alert').waitFor()
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('.shell') === null) return
      const rows = document.querySelectorAll('[role=row]').length
      document.documentElement.dataset['rowsAtFirst'] = String(rows)
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })

  await page.fill('input[name=_pass]', 'test-Pass.1')
  await page.keyboard.press('Enter')

  await page.getByRole('row').first().waitFor()
  t.is(await page.locator('html').getAttribute('data-rows-at-first'), '3')
})

test('a wrong password is told in place and the right one opens the mail without a navigation', async (t) => {
  const { page } = await openDesk(t, { password: 'wrong' })
  await page.getByRole('alert').waitFor()
  await page.evaluate(() => (document.documentElement.dataset['mark'] = 'same document'))
  t.is(await page.locator('input[name=_pass]').inputValue(), '')

  await page.fill('input[name=_pass]', 'test-Pass.1')
  await page.keyboard.press('Enter')

  await page.getByRole('row').first().waitFor()
  t.is(await page.locator('html').getAttribute('data-mark'), 'same document')
  t.is(new URL(page.url()).searchParams.get('_task'), 'mail')
})

test('the first reload takes the compiled script from the cache of the browser', async (t) => {
  const { page, complaints } = await openDesk(t, { password: 'wrong' })
  await page.getByRole('alert').waitFor()
  const secondRun = page.waitForEvent('framedetached')
  await page.fill('input[name=_pass]', 'test-Pass.1')
  await page.keyboard.press('Enter')
  await page.getByRole('row').first().waitFor()
  await secondRun

  const compiled = await compiledScripts(page, async () => {
    await page.reload()
    await page.getByRole('row').first().waitFor()
  })

  const app = compiled.filter(({ url }) => /\/app-\w+\.js$/.test(url))
  t.is(app.length, 1)
  t.true((app[0]?.consumedCacheSize ?? 0) > 0)
  t.deepEqual(
    complaints.filter((complaint) => !complaint.includes('401')),
    [],
  )
})

test('a message that the pointer aims at is fetched before it is opened', async (t) => {
  const { page } = await openDesk(t, { config: { webmail: { readAheadMessages: 0 } } })
  const row = page.getByRole('row').nth(1)
  await row.waitFor()
  const asked = page.waitForRequest(/_action=show/)

  await row.hover()

  await asked
  t.is(await page.getByRole('article').count(), 0)
})

/** What the trace of V8 tells of a module that was compiled. */
interface CompiledScript {
  readonly url: string
  /** Bytes taken from the cache of compiled scripts; absent where the source was compiled. */
  readonly consumedCacheSize?: number
}

async function compiledScripts(
  page: Page,
  act: () => Promise<void>,
): Promise<readonly CompiledScript[]> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page has no browser')
  await browser.startTracing(page, { categories: ['devtools.timeline', 'v8'] })
  await act()
  const trace = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: readonly { name: string; args: { data?: CompiledScript } }[]
  }
  return trace.traceEvents.flatMap(({ name, args }) =>
    name === 'v8.compileModule' && args.data !== undefined ? [args.data] : [],
  )
}

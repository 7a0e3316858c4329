import test from 'ava'
import { openSignedInPage } from '../signed-in-page.ts'

test('the first list and the folders come with the page', async (t) => {
  const { page, complaints } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  // Never answered: what the page shows, it has from elsewhere.
  await page.route(/_action=(list|folders)/, () => undefined)

  await page.reload()

  await page.getByRole('row').first().waitFor()
  await page.getByRole('link', { name: /^Inbox/ }).waitFor()
  t.deepEqual(complaints, [])
})

test('the first list is in the first drawing of the page', async (t) => {
  const { page } = await openSignedInPage(t, { password: 'wrong' })
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
  const { page } = await openSignedInPage(t, { password: 'wrong' })
  await page.getByRole('alert').waitFor()
  await page.evaluate(() => (document.documentElement.dataset['mark'] = 'same document'))
  t.is(await page.locator('input[name=_pass]').inputValue(), '')

  await page.fill('input[name=_pass]', 'test-Pass.1')
  await page.keyboard.press('Enter')

  await page.getByRole('row').first().waitFor()
  t.is(await page.locator('html').getAttribute('data-mark'), 'same document')
  t.is(new URL(page.url()).searchParams.get('_task'), 'mail')
})

test('a message that the pointer aims at is fetched before it is opened', async (t) => {
  const { page } = await openSignedInPage(t, {
    config: { tuning: { page: { readAheadMessages: 0 } } },
  })
  const row = page.getByRole('row').nth(1)
  await row.waitFor()
  const requested = page.waitForRequest(/_action=show/)

  await row.hover()

  await requested
  t.is(await page.getByRole('article').count(), 0)
})

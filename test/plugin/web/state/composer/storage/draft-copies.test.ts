import test from 'ava'
import { browserCopies, untilCopied } from '../../../../../support/web/browser-copies.ts'
import { browserTests } from '../../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

/** Lets the copies of this browser have been stored so many days ago. */
function age(days: number): Promise<void> {
  const asked = indexedDB.open('postern-drafts')
  return new Promise((resolve) => {
    asked.addEventListener('success', () => {
      const transaction = asked.result.transaction('drafts', 'readwrite')
      transaction.addEventListener('complete', () => {
        asked.result.close()
        resolve()
      })
      const cursor = transaction.objectStore('drafts').openCursor()
      cursor.addEventListener('success', () => {
        if (cursor.result === null) return
        const copy: unknown = cursor.result.value
        if (typeof copy !== 'object' || copy === null) return
        cursor.result.update({ ...copy, storedAt: Date.now() - days * 86_400_000 })
        cursor.result.continue()
      })
    })
  })
}

for (const [days, isThere] of [
  [13, true],
  [15, false],
] as const) {
  test(`a copy of ${days} days ago is ${isThere ? 'offered' : 'removed'}`, async (t) => {
    const { page, api } = await openMail(t)
    await page.keyboard.press('c')
    await page.getByLabel('Message text').fill('Precious')
    await untilCopied(page, 'Precious')
    const next = await page.context().newPage()
    await page.close({ runBeforeUnload: false })
    // Of the same origin, without the page.
    await next.goto(new URL('no-page', api.url).href)
    await next.evaluate(age, days)

    await next.goto(api.url)
    await next.getByRole('row', { name: /Message 20/ }).waitFor()
    await next.keyboard.press('c')
    await next.locator('.composer:visible').waitFor()

    t.is(
      (await browserCopies(next)).filter((copy) => copy.includes('Precious')).length,
      isThere ? 1 : 0,
    )
  })
}

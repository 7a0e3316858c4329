import test from 'ava'
import { openSignedInPage } from '../signed-in-page.ts'

const LONG_LINE = 'x'.repeat(2_000)
const raw = (owner: string) =>
  Buffer.from(
    `From: ada@example.org\r\nTo: ${owner}\r\nSubject: Source\r\nContent-Type: text/html; charset=utf-8\r\n\r\n` +
      `<title>no</title></pre><script>document.title = "run"</script><b>Grüße & more</b>\r\n${LONG_LINE}\r\n${'a line\r\n'.repeat(40_000)}the end`,
  )

test.serial('the source of a message can be read on a phone, and nothing in it runs', async (t) => {
  const { page, complaints } = await openSignedInPage(t, {
    messages: 0,
    browser: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    prepare: (dovecot, owner) => dovecot.deliver(owner, { raw: raw(owner), flags: [] }),
  })
  await page.getByRole('row', { name: /Source/ }).tap()
  await page.getByRole('heading', { name: 'Source', exact: true }).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).last().tap()
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Show source' }).tap()
  const source = await opening
  await source.waitForLoadState('load')

  const text = await source.locator('body').innerText()
  t.true(text.includes('</pre><script>document.title = "run"</script><b>Grüße & more</b>'))
  t.true(text.trimEnd().endsWith('the end'))
  const { width, fits, size } = await source.locator('pre').evaluate((pre) => ({
    width: innerWidth,
    fits: document.documentElement.scrollWidth <= innerWidth,
    size: Number.parseFloat(getComputedStyle(pre).fontSize),
  }))
  t.is(width, 390)
  t.true(fits)
  t.true(size >= 12, `${size} px`)
  t.not(await source.title(), 'run')
  t.deepEqual(complaints, [])
})

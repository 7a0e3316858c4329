import test from 'ava'
import { recipientsIn, richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const LINK =
  'mailto:%22Quill%2C%20Ada%22%20%3Cada@x.test%3E,bob%2Btea@x.test?cc=eve@x.test&bcc=fay@x.test&subject=Tea+time%20%E2%98%95' +
  '&body=One%0D%0ATwo%20%3Cb%3E&in-reply-to=%3C1@x.test%3E&attach=/etc/passwd&from=mallory@x.test'

test('links to addresses of mail open here once the settings have asked the browser, also after a sign-in', async (t) => {
  const { page, sent, owner, dovecot, complaints } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  await page.evaluate(() => {
    navigator.registerProtocolHandler = (scheme, url) => {
      document.body.dataset['handler'] = `${scheme} ${String(url)}`
    }
  })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Writing' }).click()
  await page.getByRole('button', { name: 'Open email links with' }).click()
  await page.getByText('Confirm the question of your browser.').waitFor()
  const [scheme, handler = ''] =
    (await page.locator('body').getAttribute('data-handler'))?.split(' ') ?? []
  t.is(scheme, 'mailto')

  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(handler.replace('%s', encodeURIComponent(LINK)))
  await page.fill('input[name=_user]', owner)
  await page.fill('input[name=_pass]', dovecot.password)
  await page.click('button[type=submit]')
  await richText(page).waitFor()

  t.deepEqual(await recipientsIn(page, 'to'), ['"Quill, Ada" <ada@x.test>', 'bob+tea@x.test'])
  t.deepEqual(await recipientsIn(page, 'cc'), ['eve@x.test'])
  t.deepEqual(await recipientsIn(page, 'bcc'), ['fay@x.test'])
  t.is(await page.getByLabel('Subject').inputValue(), 'Tea+time ☕')
  t.is((await richText(page).innerText()).trim(), 'One\nTwo <b>')
  await richText(page).press('Control+Enter')
  await page.getByText('Message sent', { exact: true }).waitFor()

  const [message] = sent()
  t.deepEqual(message?.to, ['ada@x.test', 'bob+tea@x.test', 'eve@x.test', 'fay@x.test'])
  t.regex(message?.source ?? '', /^In-Reply-To: <1@x\.test>\r$/m)
  t.regex(message?.source ?? '', /^References: <1@x\.test>\r$/m)
  t.notRegex(message?.source ?? '', /passwd|mallory/)
  t.deepEqual(complaints, [])
})

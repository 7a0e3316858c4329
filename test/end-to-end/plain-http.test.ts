import test from 'ava'
import { launchChromium, openContext } from '../support/chromium.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { startPostern } from '../support/postern/postern.ts'

// Over plain HTTP browsers send no Sec-Fetch-Site, so that Origin alone tells our own forms from others.

async function openMail() {
  const dovecot = await startDovecot({ users: 1 })
  const postern = await startPostern({ mail: dovecot })
  // Not the loopback by name: that counts as secure.
  const browser = await launchChromium(['--host-resolver-rules=MAP mail.test 127.0.0.1'])
  const address = postern.base().replace('127.0.0.1', 'mail.test')
  return { dovecot, postern, browser, address }
}

let mail: ReturnType<typeof openMail> | undefined
test.beforeEach(async () => {
  await (mail ??= openMail())
})
test.after.always(async () => {
  const { browser, postern, dovecot } = (await mail) ?? {}
  await browser?.close()
  await postern?.stop()
  await dovecot?.stop()
})

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? 'scripts' : 'no scripts'

  test(`a browser with ${scripts} signs in over plain HTTP`, async (t) => {
    const { dovecot, postern, browser, address } = await (mail ??= openMail())
    const context = await openContext(browser, { javaScriptEnabled })
    t.teardown(() => context.close())
    const page = await context.newPage()
    await page.goto(address)

    await page.fill('[name=_user]', dovecot.userName(1))
    await page.fill('[name=_pass]', dovecot.password)
    await Promise.all([page.waitForURL(/_task=mail/), page.click('button[type=submit]')])

    const cookies = await context.cookies()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const response = await fetch(postern.base(), { headers: { cookie } })
    t.regex(await response.text(), /"task":"mail"/)
  })
}

test('the button signs out over plain HTTP', async (t) => {
  const { dovecot, browser, address } = await (mail ??= openMail())
  const context = await openContext(browser)
  t.teardown(() => context.close())
  const page = await context.newPage()
  await page.goto(address)
  await page.fill('[name=_user]', dovecot.userName(1))
  await page.fill('[name=_pass]', dovecot.password)
  await page.click('button[type=submit]')
  const signOut = page.locator('form[action="?_task=logout"] button')
  await signOut.waitFor()

  await signOut.click()

  await page.locator('[name=_pass]').waitFor()
  t.regex(await page.content(), /"task":"login"/)
})

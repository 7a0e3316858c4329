import test from 'ava'
import type { Page } from 'playwright-core'
import { launchChromium, openContext } from '../support/chromium.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { startPostern } from '../support/postern/postern.ts'
import { codeOf } from '../support/second-factor/codes.ts'
import { keepsCodes } from '../support/web/keeps-codes.ts'
import { settleShot } from '../support/web/settings-shots.ts'
import { violations } from '../support/web/violations.ts'

/** Chromium's virtual authenticator (WebAuthn 11); answers what makes it verify no one, and everybody again. */
async function withAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const),
    ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  }
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  return (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

test('codes are set up where they are required, and then a passkey signs in', async (t) => {
  t.timeout(300_000)
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 3)
  const config = { signIn: { secondFactor: 'required' } }
  const postern = await startPostern({ t, mail: dovecot, config })
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const context = await openContext(browser, { viewport: { width: 1024, height: 768 } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  const verifiesOwner = await withAuthenticator(page)
  // An address has no passkeys.
  const base = postern.base().replace('127.0.0.1', 'localhost')
  const signIn = async () => {
    await context.clearCookies()
    await page.goto(base)
    await page.fill('input[name=_user]', dovecot.userName(1))
    await page.fill('input[name=_pass]', dovecot.password)
    await page.click('button[type=submit]')
  }
  const openSettings = async (name: string) => {
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press(',')
    await page.getByRole('tab', { name }).click()
  }

  await signIn()
  await page.locator('.factor-picture').waitFor()
  const address = await page.locator('.factor-address').innerText()
  const secret = /secret=([A-Z2-7]+)/.exec(address)?.[1] ?? ''
  t.deepEqual(await violations(page), [])
  await settleShot(page, 'second factor required')
  await page.fill('input[name=_code]', codeOf(secret, 0))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  t.is(await page.locator('.recovery-codes li').count(), 10)
  await page.getByRole('button', { name: 'Copy' }).waitFor()
  await keepsCodes(t, page, { user: dovecot.userName(1) })
  t.deepEqual(await violations(page), [])
  await settleShot(page, 'second factor required recovery')
  await page.getByRole('link', { name: 'I have saved them' }).click()

  await openSettings('Passkeys')
  await page.getByLabel('Current password').fill(dovecot.password)
  await page.getByLabel('Passkey name').fill('Laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('not used yet').waitFor()
  t.deepEqual(await violations(page), [])
  await settleShot(page, 'passkeys')

  await signIn()
  const usePasskey = page.getByRole('button', { name: 'Use a passkey' })
  await usePasskey.waitFor()
  t.deepEqual(await violations(page), [])
  await settleShot(page, 'passkey asked')
  await verifiesOwner(false)
  await usePasskey.click()
  await page.getByText('The passkey was not used').waitFor()
  await verifiesOwner(true)
  await usePasskey.click()
  await openSettings('Passkeys')
  await page.getByText(/^last used /).waitFor()

  await page.getByRole('tab', { name: 'Two-factor authentication' }).click()
  await page.getByLabel('Current password').fill(dovecot.password)
  await page.getByLabel('Code').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Set up codes' }).waitFor()
  await signIn()
  await usePasskey.waitFor()
  t.is(await page.locator('input[name=_code]').count(), 0)
  await usePasskey.click()

  await openSettings('Passkeys')
  await page.getByLabel('Current password').fill(dovecot.password)
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Laptop' }).waitFor({ state: 'detached' })
  await signIn()
  await page.locator('.factor-picture').waitFor()
  t.deepEqual(complaints, [])
})

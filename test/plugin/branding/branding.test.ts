import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { Page } from 'playwright-core'
import { launchChromium, openContext } from '../../support/chromium.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { makeDirectory, removeDirectory } from '../../support/process/temporary-directory.ts'
import { settleShot } from '../../support/web/settings-shots.ts'
import { violations } from '../../support/web/violations.ts'

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><script>alert(1)</script>' +
  '<circle cx="16" cy="16" r="16" fill="#00695c"/></svg>'

test('the host decides the sign-in page, the mail domain where no host does, and the mail page follows without a navigation', async (t) => {
  const directory = await makeDirectory('brands')
  t.teardown(() => removeDirectory(directory))
  await writeFile(join(directory, 'logo.svg'), LOGO)
  const dovecot = await startDovecot({ t, users: 1 })
  const postern = await startPostern({
    t,
    mail: dovecot,
    config: {
      branding: [
        {
          hosts: ['localhost'],
          name: 'Acme & Sons <mail>',
          logo: join(directory, 'logo.svg'),
          colors: { accent: '#00695c' },
          helpUrl: 'https://help.test/?a=1&b="2',
          privacyUrl: 'https://privacy.test/',
          signInText: 'Welcome <b>here</b>.\nUse your address.',
        },
        { domains: ['example.test'], name: 'By domain', colors: { accent: '#8e1b5e' } },
      ],
    },
  })
  const browser = await launchChromium()
  t.teardown(() => browser.close())

  for (const scheme of ['light', 'dark'] as const) {
    const context = await openContext(browser, {
      viewport: scheme === 'light' ? { width: 1440, height: 900 } : { width: 390, height: 844 },
      colorScheme: scheme,
    })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    const colorOfButton = () =>
      page.locator('.button.primary:visible').evaluate((button) => {
        return getComputedStyle(button).backgroundColor
      })
    const signIn = async () => {
      await page.locator('[name=_user]').fill(dovecot.userName(1))
      await page.locator('[name=_pass]').fill(dovecot.password)
      await page.locator('[name=_pass]').press('Enter')
      await page.locator('.owner-name').waitFor({ state: 'attached' })
    }

    await page.goto(postern.base('1234567890').replace('127.0.0.1', 'localhost'))
    t.is(await page.locator('.plain-brand h1').textContent(), 'Acme & Sons <mail>')
    t.is(
      await page.locator('.sign-in-text').textContent(),
      'Welcome <b>here</b>.\nUse your address.',
    )
    t.is(
      await page.getByRole('link', { name: 'Help' }).getAttribute('href'),
      'https://help.test/?a=1&b="2',
    )
    const onSignIn = await colorOfButton()
    if (scheme === 'light') t.is(onSignIn, 'rgb(0, 105, 92)')
    t.regex(
      await page.locator('.logo').evaluate((logo) => getComputedStyle(logo).backgroundImage),
      /\/postern\/brand-[0-9a-f]{12}\.svg/,
    )
    t.deepEqual(await violations(page), [])
    await settleShot(page, `brand sign-in ${scheme}`)
    await signIn()
    t.regex(await titleLike(page, /Acme & Sons <mail>$/), /Acme & Sons <mail>$/)
    t.is(await page.locator('#brand-style').count(), 1)
    if (scheme === 'dark') await page.getByRole('button', { name: 'Folders' }).first().click()
    t.is(
      await page.getByRole('link', { name: 'Privacy' }).getAttribute('href'),
      'https://privacy.test/',
    )
    t.deepEqual(await violations(page), [])
    await settleShot(page, `brand mail ${scheme}`)

    await page.goto(postern.base('2234567890'))
    t.is(await page.locator('.plain-brand h1').textContent(), 'Postern')
    t.is(await page.locator('#brand-style').count(), 0)
    await signIn()
    t.regex(await titleLike(page, /By domain$/), /By domain$/)
    t.is(await page.locator('#brand-style').count(), 1)
    t.deepEqual(complaints, [])
    await context.close()
  }

  const html = await (await fetch(postern.base().replace('127.0.0.1', 'localhost'))).text()
  const files = [...html.matchAll(/postern\/brand-[0-9a-f]{12}\.(?:css|svg)/g)].map(
    ([name]) => name,
  )
  t.is(files.length, 2)
  for (const name of files) {
    const file = await fetch(postern.base().replace('index.php', name))
    t.is(file.headers.get('cache-control'), 'private, max-age=31536000, immutable')
    t.is(file.headers.get('x-content-type-options'), 'nosniff')
    if (name.endsWith('svg')) t.regex(file.headers.get('content-security-policy') ?? '', /sandbox$/)
  }
})

/** The title of the page once it is such a one: the list is drawn before. */
async function titleLike(page: Page, title: RegExp): Promise<string> {
  await page.waitForFunction((wanted) => new RegExp(wanted).test(document.title), title.source)
  return page.title()
}

import test from 'ava'
import type { Page } from 'playwright-core'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

/** Users sign in as "user0001"; the server knows the domain, Postern does not. */
const settings = 'auth_default_realm = example.test'
const bareName = (owner: string) => owner.replace(/@.*$/, '')

async function write(page: Page, to: string): Promise<void> {
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill(to)
  await page.getByLabel('Subject').fill('Order')
  await richText(page).fill('Engines')
}

test.serial('a sign-in name without a domain sends with the one that is configured', async (t) => {
  const { page, sent, owner, complaints } = await openSignedInPage(t, {
    settings,
    signInAs: bareName,
    config: { webmail: { mailDomain: 'mail.example.org' } },
  })

  await write(page, 'ada@example.org')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent', { exact: true }).waitFor()

  const from = `${bareName(owner)}@mail.example.org`
  t.is(sent(from)[0]?.from, from)
  t.regex(sent(from)[0]?.source ?? '', new RegExp(`^From: ${from}\r$`, 'm'))
  t.deepEqual(complaints, [])
})

test.serial(
  'without any domain the composer says before writing that nothing can be sent, and keeps drafts',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t, { settings, signInAs: bareName })
    await page.getByRole('row').first().waitFor()

    await page.keyboard.press('c')
    await page
      .getByRole('alert')
      .getByText(/has no mail domain/)
      .waitFor()
    t.true(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
    await richText(page).fill('Engines')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    await page.getByRole('link', { name: 'Drafts 1 drafts' }).waitFor()

    t.deepEqual(complaints, [])
  },
)

test.serial('one bad recipient is named, by us and by the mail server', async (t) => {
  const { page, sent, owner } = await openSignedInPage(t)

  await write(page, 'ada@example.org, bea@@example.org')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const refused = page.getByRole('alert')
  await refused.getByText('This is not a valid address: bea@@example.org').waitFor()

  await page.getByRole('option', { name: 'bea@@example.org' }).press('Delete')
  await page.getByLabel('To', { exact: true }).fill('unknown@example.org')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page
    .getByText('The mail server does not accept unknown@example.org as a recipient.')
    .waitFor()

  t.deepEqual(sent(owner), [])
})

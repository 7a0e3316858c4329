import test from 'ava'
import { openFilters, openSettings, sourceOf } from './open-filters.ts'

test.serial(
  'the vacation responder replies to contacts, and otherwise to the own domain',
  async (t) => {
    const { page, dovecot, owner, complaints } = await openFilters(t)
    const domain = owner.split('@').at(-1) ?? ''
    const panel = await openSettings(page, 'Vacation responder')
    await panel.getByRole('checkbox', { name: 'Send automatic replies' }).check()
    await panel.getByRole('textbox', { name: 'Subject' }).fill('Away')
    await panel.getByRole('textbox', { name: 'Message', exact: true }).fill('Back on Monday.')
    await panel.getByRole('textbox', { name: `Message to people at ${domain}` }).fill('Ask Ben.')
    await panel
      .getByRole('combobox', { name: 'Reply to' })
      .selectOption('People in my contacts only')
    await panel.getByText(/^Contacts that you change on other devices count/).waitFor()
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()

    const [script = ''] = await dovecot.scripts(owner)
    t.regex(script, /address :all :is "from" "contacts@postern\.invalid"/)
    t.regex(script, /not address :domain :is "from"/)
    t.is(script.match(/vacation :days/g)?.length, 2)
    await panel.getByRole('combobox', { name: 'Reply to' }).waitFor()
    t.is(
      await panel.getByRole('textbox', { name: `Message to people at ${domain}` }).inputValue(),
      'Ask Ben.',
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Vacation responder turned off.').waitFor()
    t.is((await dovecot.scripts(owner))[0]?.match(/if false/g)?.length, 2)
    t.deepEqual(complaints, [])
  },
)

test.serial('contacts that the page changes are written into the filters about them', async (t) => {
  const { page, dovecot, owner } = await openFilters(t)
  const panel = await openSettings(page, 'Filters')
  await panel.getByRole('button', { name: 'New filter' }).click()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Known')
  await panel.getByRole('combobox', { name: 'Field' }).selectOption('Sender')
  await panel.getByRole('combobox', { name: 'Comparison' }).selectOption('is not in contacts')
  await panel.getByRole('combobox', { name: 'Folder' }).selectOption('Shops')
  await panel.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await panel.getByText('If Sender is not in contacts: move to Shops').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('row').first().click()
  await page.getByRole('button', { name: 'More', exact: true }).last().click()
  await page.getByRole('button', { name: /^Add .* to contacts/ }).click()

  const saved = page.waitForResponse(/_action=save-filters|save-filters/)
  await saved
  const [script = ''] = await dovecot.scripts(owner)
  const [, address = ''] = /"contacts@postern\.invalid", "([^"]*)"/.exec(script) ?? []
  t.regex(address, /@/)
  await dovecot.doveadm.receive(owner, sourceOf(address, 'From a contact'))
  await dovecot.doveadm.receive(owner, sourceOf('nobody@elsewhere.test', 'From nobody'))
  t.regex(await dovecot.doveadm.sources(owner, 'INBOX'), /Subject: From a contact/)
  t.regex(await dovecot.doveadm.sources(owner, 'Shops'), /Subject: From nobody/)
})

test.serial(
  'where the mail server has no date, the page ends the vacation and says so',
  async (t) => {
    const settings = 'plugin {\n  sieve_extensions = -date\n}'
    const { page, dovecot, owner } = await openFilters(t, {}, settings)
    const panel = await openSettings(page, 'Vacation responder')
    await panel.getByText(/^Your mail server cannot end this on its own/).waitFor()
    t.is(await panel.getByLabel('First day').count(), 0)
    await panel.getByRole('checkbox', { name: 'Send automatic replies' }).check()
    await panel.getByRole('textbox', { name: 'Subject' }).fill('Away')
    await panel.getByRole('textbox', { name: 'Message', exact: true }).fill('Back on Monday.')
    await panel.getByLabel('Last day (optional)').fill('2026-01-31')
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const [script = ''] = await dovecot.scripts(owner)
    t.regex(script, /not header :is "X-Vacation-Last-Day" "2026-01-31"/)
    t.notRegex(script, /if false/)

    await page.reload()

    await page.getByText(/^Your vacation responder ended on .*2026 and was turned off\./).waitFor()
    t.regex((await dovecot.scripts(owner))[0] ?? '', /if false/)
  },
)

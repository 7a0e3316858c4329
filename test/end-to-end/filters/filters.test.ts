import test from 'ava'
import { openFilters, openSettings, sourceOf } from './open-filters.ts'

test.serial(
  'a filter is made by keyboard, tells itself in words, and files what comes',
  async (t) => {
    const { page, dovecot, owner, complaints } = await openFilters(t)
    const panel = await openSettings(page, 'Filters')

    await panel.getByRole('button', { name: 'New filter' }).focus()
    await page.keyboard.press('Enter')
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Shops')
    await panel.getByRole('textbox', { name: 'Values' }).fill('shop\nstore')
    await panel.getByRole('combobox', { name: 'Folder' }).selectOption('Shops')
    await page.keyboard.press('Tab')
    await panel.getByRole('button', { name: 'Add action' }).press('Enter')
    await panel.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')

    await panel
      .getByText('If From contains shop or store: mark as read and move to Shops')
      .waitFor()
    await dovecot.doveadm.receive(owner, sourceOf('A Shop <a@shop.test>', 'Sale'))
    await dovecot.doveadm.receive(owner, sourceOf('Mia <mia@example.test>', 'Hello'))
    t.regex(await dovecot.doveadm.sources(owner, 'Shops'), /Subject: Sale/)
    t.regex(await dovecot.doveadm.sources(owner, 'INBOX'), /Subject: Hello/)
    t.deepEqual(complaints, [])
  },
)

test.serial('filters are turned off, moved, deleted, and edited as text', async (t) => {
  const { page } = await openFilters(t)
  const panel = await openSettings(page, 'Filters')
  await panel.getByRole('button', { name: 'Edit as text' }).click()
  const script = panel.getByRole('textbox', { name: 'Sieve script' })
  await script.fill('# rule:[One]\nif true\n{\n\tkeep;\n}\n# rule:[Two]\nif true\n{\n\tstp;\n}\n')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText(/line 9/).waitFor()
  await script.fill('# rule:[One]\nif true\n{\n\tkeep;\n}\n# rule:[Two]\nif true\n{\n\tstop;\n}\n')
  await panel.getByRole('button', { name: 'Save' }).click()

  await panel.getByRole('button', { name: 'Move Two up' }).click()
  await panel.getByRole('listitem').first().filter({ hasText: 'Two' }).waitFor()
  await panel.getByRole('checkbox', { name: 'Use Two' }).click()
  await panel.getByRole('checkbox', { name: 'Use Two', checked: false }).waitFor()
  await panel.getByRole('button', { name: 'Delete One' }).click()

  await panel.getByRole('button', { name: 'Delete One' }).waitFor({ state: 'detached' })
  t.is(await panel.getByRole('listitem').count(), 1)
})

test.serial('the vacation responder replies to people, and a banner turns it off', async (t) => {
  const { page, dovecot, owner } = await openFilters(t)
  const panel = await openSettings(page, 'Vacation responder')
  await panel.getByRole('checkbox', { name: 'Send automatic replies' }).check()
  await panel.getByRole('textbox', { name: 'Subject' }).fill('Away')
  await panel.getByRole('textbox', { name: 'Message', exact: true }).fill('Back on Monday.\nMia')
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await page.keyboard.press('Escape')

  const banner = page.getByRole('status').filter({ hasText: 'Your vacation responder is on.' })
  await banner.waitFor()
  const [script = ''] = await dovecot.scripts(owner)
  t.regex(script, /vacation .*:subject "Away"/)
  await page.getByRole('button', { name: 'Turn off' }).click()

  await banner.waitFor({ state: 'detached' })
  t.regex((await dovecot.scripts(owner))[0] ?? '', /false/)
})

test.serial('mail is forwarded, and without a copy the page says what that means', async (t) => {
  const { page, dovecot, owner } = await openFilters(t)
  const panel = await openSettings(page, 'Forwarding')
  await panel.getByRole('checkbox', { name: 'Forward incoming mail' }).check()
  await panel.getByRole('textbox', { name: 'Address' }).fill('ada@elsewhere.test')
  await panel.getByRole('checkbox', { name: 'Keep a copy here' }).uncheck()
  await panel.getByText('nothing new will arrive in this mailbox').waitFor()
  await panel.getByRole('checkbox', { name: 'Keep a copy here' }).check()

  await panel.getByRole('button', { name: 'Save' }).click()

  await page.getByText('Saved.', { exact: true }).waitFor()
  const [script = ''] = await dovecot.scripts(owner)
  t.regex(script, /redirect :copy "ada@elsewhere\.test"/)
})

test.serial(
  'a sender is blocked from a message, with undo, and stands in the list of blocked',
  async (t) => {
    const { page, dovecot, owner } = await openFilters(t)
    await page.getByRole('row').first().click()
    await page.getByRole('button', { name: 'More', exact: true }).last().click()
    const block = page.getByRole('button', { name: /^Block / })
    const address = ((await block.textContent()) ?? '').replace('Block ', '')
    await block.click()
    await page.getByText(`Messages from ${address} go to Junk from now on.`).waitFor()
    await dovecot.doveadm.receive(owner, sourceOf(address, 'Unwanted'))

    t.regex(await dovecot.doveadm.sources(owner, 'Junk'), /Subject: Unwanted/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`${address} is no longer blocked.`).waitFor()
    const panel = await openSettings(page, 'Blocked senders')
    await panel.getByText('No blocked senders.').waitFor()
    await panel.getByRole('textbox', { name: 'Address or domain' }).fill('spam.test')
    await page.keyboard.press('Enter')
    await panel.getByText('@spam.test').waitFor()
    await dovecot.doveadm.receive(owner, sourceOf('x@spam.test', 'Buy'))
    t.regex(await dovecot.doveadm.sources(owner, 'Junk'), /Subject: Buy/)
  },
)

test.serial(
  'a filter tells what it meets before it counts, and is run with one undo',
  async (t) => {
    const { page, dovecot, owner } = await openFilters(t)
    const panel = await openSettings(page, 'Filters')
    await panel.getByRole('button', { name: 'New filter' }).click()
    await panel.getByRole('combobox', { name: 'Folder' }).selectOption('Shops')
    await panel.getByRole('textbox', { name: 'Values' }).fill('Lindqvist')

    await panel.getByText('Matches 1 of the newest 3 messages in Inbox.').waitFor()
    await panel.getByRole('listitem').filter({ hasText: 'Minutes of the meeting 0' }).waitFor()
    await panel.getByRole('button', { name: 'Run now on Inbox' }).click()
    await page.getByText('1 message was changed.').waitFor()

    t.regex(await dovecot.doveadm.sources(owner, 'Shops'), /Minutes of the meeting 0/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row').filter({ hasText: 'Minutes of the meeting 0' }).waitFor()
    t.is(await dovecot.doveadm.sources(owner, 'Shops'), '')
    await panel.getByRole('textbox', { name: 'Values' }).fill('')
    await panel.getByText(/^Matches \d/).waitFor({ state: 'detached' })
  },
)

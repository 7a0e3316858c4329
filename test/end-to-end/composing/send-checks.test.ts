import test from 'ava'
import type { Page } from 'playwright-core'
import { recipientsIn, richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Send this message?' })

test('what is missing is asked about by keys alone: recipient, attachment and subject', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await richText(page).fill('The plan is attached.')
  await page.keyboard.press('Control+Enter')
  await question(page).getByText('Add at least one recipient.').waitFor()

  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'detached' })
  await page.locator('[name=to]:focus').waitFor()
  await page.keyboard.type('ada@example.org')
  await page.keyboard.press('Control+Enter')
  await question(page).getByText('You mention an attachment').waitFor()
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  t.deepEqual(sent(), [])
  t.deepEqual(await recipientsIn(page, 'to'), ['ada@example.org'])
  await page.keyboard.press('Control+Enter')
  await question(page).getByText('You mention an attachment').waitFor()
  await page.keyboard.press('Enter')
  await question(page).getByText('This message has no subject.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Message sent', { exact: true }).waitFor()

  t.is(sent().length, 1)
  t.deepEqual(complaints, [])
})

test('many recipients who would see each other are moved to Bcc', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  const all = Array.from({ length: 11 }, (_, index) => `user${index}@x.test`)
  await page.getByLabel('To', { exact: true }).fill(all.join(', '))
  await page.getByLabel('Subject').fill('Order')
  await page.keyboard.press('Control+Enter')
  await question(page).getByText('All 11 recipients can see each other’s addresses.').waitFor()

  await page.keyboard.press('Enter')
  await page.getByText('Message sent', { exact: true }).waitFor()

  t.deepEqual(sent()[0]?.to, all)
  t.notRegex(sent()[0]?.source ?? '', /user3@x\.test/)
  t.deepEqual(complaints, [])
})

for (const undoSeconds of [0, 1]) {
  test(`an address that the mail server refused is asked about the next time (${undoSeconds} s to undo)`, async (t) => {
    const { page, sent } = await openSignedInPage(t, { config: { webmail: { undoSeconds } } })
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('Nobody <unknown@x.test>')
    await page.getByLabel('Subject').fill('Order')
    await page.keyboard.press('Control+Enter')
    if (undoSeconds === 0) {
      await page
        .getByText(/does not accept/)
        .first()
        .waitFor()
    } else {
      await page.getByRole('button', { name: 'Open outbox' }).click()
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByLabel('Subject').waitFor()
    }

    await page.getByLabel('Subject').press('Control+Enter')
    await question(page)
      .getByText('The mail server did not accept unknown@x.test before.')
      .waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: 'Nobody' }).press('Delete')
    await page.locator('[name=to]').fill('ada@example.org')
    await page.getByLabel('Subject').press('Control+Enter')
    await page.getByText('Message sent', { exact: true }).waitFor()

    t.deepEqual(
      sent().map(({ to }) => to),
      [['ada@example.org']],
    )
  })
}

test('an answer to all of a message that came as a blind copy asks first, and goes to the sender alone', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t, {
    messages: 0,
    prepare: (dovecot, user) =>
      dovecot.deliver(user, {
        mailbox: 'INBOX',
        raw: 'From: eve@x.test\r\nTo: ann@x.test, bob@x.test\r\nSubject: Plan\r\n\r\nText.\r\n',
        flags: [],
      }),
  })
  await page.getByRole('row', { name: /Plan/ }).click()
  await page.getByText('Text.').first().waitFor()
  await page.keyboard.press('a')
  await page.locator('[name=message]').waitFor()
  t.deepEqual(await recipientsIn(page, 'cc'), ['ann@x.test', 'bob@x.test'])
  await page.keyboard.press('Control+Enter')
  await question(page).getByText('You received this message as a blind copy').waitFor()

  await question(page).getByRole('button', { name: 'Reply to sender only' }).click()
  await page.getByText('Message sent', { exact: true }).waitFor()

  t.deepEqual(sent()[0]?.to, ['eve@x.test'])
  t.deepEqual(complaints, [])
})

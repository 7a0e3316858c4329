import test from 'ava'
import { holdNotices } from '../../support/web/hold-notices.ts'
import { richText } from '../../support/web/composed.ts'
import { untilCopied } from '../../support/web/browser-copies.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const earlierMail = (name: string, address: string) =>
  `From: user0001@example.test\r\nTo: ${name} <${address}>\r\nSubject: Earlier\r\nMessage-ID: <${address}>\r\n\r\nHello\r\n`

test.serial('whom one wrote to is suggested by name and taken by the keyboard', async (t) => {
  const { page, sent, complaints } = await openSignedInPage(t, {
    prepare: async (dovecot, owner) => {
      for (const [name, address] of [
        ['Grace Hopper', 'grace@example.org'],
        ['Ada Lovelace', 'ada@example.org'],
      ] as const) {
        await dovecot.deliver(owner, { mailbox: 'Sent', raw: earlierMail(name, address) })
      }
    },
  })
  await page.getByRole('row').first().waitFor()

  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).pressSequentially('love')
  await page.getByRole('option', { name: 'Ada Lovelace ada@example.org' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('To', { exact: true }).pressSequentially('gra')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await page.getByLabel('Subject').fill('Engines')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent').waitFor()

  t.deepEqual(sent()[0]?.to, ['ada@example.org', 'grace@example.org'])
  t.deepEqual(complaints, [])
})

test.serial(
  'a draft is saved automatically once, continues after a reload, and leaves Drafts when it is sent',
  async (t) => {
    const { page, sent } = await openSignedInPage(t)
    page.on('dialog', (dialog) => void dialog.accept())
    // Signing in does not navigate: a reload before it is done would end it.
    await page.getByRole('row').first().waitFor()
    await page.clock.install()
    await page.reload()
    await page.getByRole('row').first().waitFor()

    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('ada@example.org')
    await page.getByLabel('Subject').fill('Order')
    await richText(page).fill('Precious')
    await page.clock.fastForward(20_000)
    await page.getByText(/^Saved /).waitFor()
    await richText(page).fill('Precious words')
    await page.clock.fastForward(20_000)
    await untilCopied(page, '"text":"Precious words"', '"isChanged":false')
    await page.getByRole('link', { name: 'Drafts 1 drafts' }).waitFor()
    await page.reload()
    await page.getByText('Your unsent message is back.').waitFor()
    t.is(await richText(page).innerText(), 'Precious words')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Message sent').waitFor()
    await page.getByRole('link', { name: 'Drafts', exact: true }).waitFor()

    t.regex(sent()[0]?.source ?? '', /Precious words/)
  },
)

test.serial(
  'a discarded draft takes its stored copy along, and undo brings both back',
  async (t) => {
    const { page } = await openSignedInPage(t)
    await holdNotices(page)
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('c')
    await richText(page).fill('Precious')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('link', { name: 'Drafts 1 drafts' }).waitFor()

    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('link', { name: 'Drafts', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Drafts 1 drafts' }).waitFor()

    t.is(await richText(page).innerText(), 'Precious')
  },
)

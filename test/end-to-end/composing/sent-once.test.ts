import test from 'ava'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const messageIdOf = (source: string) => /^message-id:\s*(<[^>]+>)/im.exec(source)?.[1]

test.serial(
  'a message that may have been delivered is sent again only when the user says so',
  async (t) => {
    const { page, sink, sent } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('ada@example.org')
    await page.getByLabel('Subject').fill('Engines')
    await richText(page).fill('Precious')
    const send = page.getByRole('button', { name: 'Send', exact: true })

    sink.behave('take-and-reset')
    await send.click()
    await page.getByText('This message may have been delivered').waitFor()
    sink.behave('accept')
    await page.keyboard.press('Escape')
    // A save in between makes no other message of it, and Send asks as before.
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    await send.click()
    await page.getByText('This message may have been delivered').waitFor()
    t.is(sent().length, 1)
    t.is(await richText(page).innerText(), 'Precious')

    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Message sent').waitFor()

    const [first, second, ...more] = sent().map(({ source }) => messageIdOf(source))
    t.truthy(first)
    t.is(second, first)
    t.deepEqual(more, [])
  },
)

test.serial(
  'a stored draft that may have been delivered is asked about after a reload and in another browser',
  async (t) => {
    const { page, sink, sent, openElsewhere } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('ada@example.org')
    await page.getByLabel('Subject').fill('Engines')
    await richText(page).fill('Precious')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved').waitFor()
    sink.behave('take-and-reset')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('This message may have been delivered').waitFor()
    sink.behave('accept')

    await page.reload()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('This message may have been delivered').waitFor()

    const other = await openElsewhere()
    await other.getByRole('link', { name: /^Drafts/ }).click()
    await other.getByRole('row', { name: /Engines/ }).click()
    await other.getByRole('button', { name: 'Edit draft' }).click()
    await other.getByRole('button', { name: 'Send', exact: true }).click()
    await other.getByText('This message may have been delivered').waitFor()
    t.is(sent().length, 1)
    await other.getByRole('button', { name: 'Send again' }).click()
    await other.getByText('Message sent').waitFor()

    const [first, second, ...more] = sent().map(({ source }) => messageIdOf(source))
    t.truthy(first)
    t.is(second, first)
    t.deepEqual(more, [])
    t.notRegex(sent().at(-1)?.source ?? '', /x-postern/i)
  },
)

test.serial(
  'a copy that could not be filed is filed once the mail server is back, with its Bcc',
  async (t) => {
    // Servers of its own: the mail server goes away.
    const { page, dovecot, sent, owner } = await openSignedInPage(t, { settings: '' })
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('ada@example.org')
    await page.getByRole('button', { name: 'Cc, Bcc' }).click()
    await page.getByLabel('Bcc', { exact: true }).fill('blind@example.org')
    await page.getByLabel('Subject').fill('Engines')
    await richText(page).fill('Precious')
    const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') }
    await page.locator('input[type=file]').setInputFiles(file)
    await dovecot.kill()

    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('A message was sent, but its copy is not in Sent yet.').waitFor()
    await dovecot.restart()
    await page.getByText('The copy of “Engines” is in Sent now.').waitFor()

    const [message, ...more] = sent()
    t.deepEqual(more, [])
    t.notRegex(message?.source ?? '', /^bcc:/im)
    t.deepEqual(message?.to, ['ada@example.org', 'blind@example.org'])
    const copies = await dovecot.doveadm.sources(owner, 'Sent')
    t.is(messageIdOf(copies), messageIdOf(message?.source ?? ''))
    t.is(copies.split('Message-ID:').length - 1, 1)
    t.regex(copies, /^Bcc: blind@example\.org/m)
    t.regex(copies, /plan\.txt/)
    await page.getByText('is not in Sent yet').waitFor({ state: 'detached' })
  },
)

import test from 'ava'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

test('a priority is chosen by keyboard and goes out with the message', async (t) => {
  const { page, api } = await openMail(t)
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.test')
  await page.getByLabel('Subject').fill('Order')

  const choice = page.getByRole('combobox', { name: 'Priority' })
  const before = await choice.inputValue()
  await choice.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent').waitFor()

  t.is(before, '3')
  t.is([...api.sent.values()].at(0)?.['priority'], 2)
})

test('the header of an urgent message shows its priority, and its row a mark', async (t) => {
  const { page } = await openMail(t, {
    prepare({ mailboxes }) {
      const inbox = mailboxes.get('INBOX')
      if (inbox === undefined) return
      inbox.messages = inbox.messages.map((message) =>
        message.row.uid === 20 ? { ...message, row: { ...message.row, priority: 1 } } : message,
      )
    },
  })

  await page.getByRole('row', { name: /Message 20.*High priority/ }).click()
  await page.getByText('Priority: Highest').waitFor()
  await page.getByRole('row', { name: /Message 19/ }).click()
  await page.getByText('Text of message 19.').waitFor()

  t.is(await page.getByText('Priority: Highest').count(), 0)
})

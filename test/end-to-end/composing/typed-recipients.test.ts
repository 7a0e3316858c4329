import test from 'ava'
import { recipientsIn, richText } from '../../support/web/composed.ts'
import { violations } from '../../support/web/violations.ts'
import { openSignedInPage } from '../signed-in-page.ts'

test.serial(
  'an address that is typed whole stays, and Enter ends it instead of sending the message',
  async (t) => {
    const { page, sent, complaints } = await openSignedInPage(t, {
      prepare: (dovecot, user) =>
        dovecot.deliver(user, {
          mailbox: 'Sent',
          raw: `From: ${user}\r\nTo: ann@shop.company\r\nSubject: Before\r\n\r\nText.\r\n`,
          flags: ['\\Seen'],
        }),
    })
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('c')
    const to = page.getByLabel('To', { exact: true })
    await to.pressSequentially('ann@shop.com')
    await page.getByRole('option', { name: 'ann@shop.company' }).waitFor()

    await page.keyboard.press('Enter')
    await page.keyboard.type('bob@shop.test')
    await page.keyboard.press('Tab')
    await page.getByLabel('Subject').fill('Order')
    await page.getByLabel('Subject').press('Enter')
    await page.keyboard.type('Ten boxes.')

    t.deepEqual(await recipientsIn(page, 'to'), ['ann@shop.com', 'bob@shop.test'])
    t.is((await richText(page).innerText()).trim(), 'Ten boxes.')
    t.deepEqual(sent(), [])
    t.deepEqual(complaints, [])
  },
)

test.serial(
  'addresses with spaces between them, pasted or typed, and links to a user are taken',
  async (t) => {
    const { page, sent, complaints } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('c')
    const to = page.getByLabel('To', { exact: true })
    const paste = (texts: string) =>
      to.evaluate((field, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        const options = { clipboardData, bubbles: true, cancelable: true }
        field.dispatchEvent(new ClipboardEvent('paste', options))
      }, texts)

    await paste('ann@x.test Bob <bob@x.test> ')
    await paste('mailto:eve@x.test?subject=Hello')
    await page.getByLabel('Subject').fill('Order')
    await to.focus()
    await page.keyboard.type('fay@x.test gus@x.test')
    await page.keyboard.press('Tab')
    const typed = ['ann@x.test', 'Bob <bob@x.test>', 'eve@x.test', 'fay@x.test', 'gus@x.test']
    t.deepEqual(await recipientsIn(page, 'to'), typed)
    await to.focus()
    await page.keyboard.type('hal@x.test')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Message sent').waitFor()

    const names = ['ann', 'bob', 'eve', 'fay', 'gus', 'hal']
    t.deepEqual(
      sent()[0]?.to,
      names.map((name) => `${name}@x.test`),
    )
    t.deepEqual(complaints, [])
  },
)

test.serial(
  'a draft is saved with anything in its address fields, which is marked, and requested when it is sent',
  async (t) => {
    const { page, sent, complaints } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('c')
    const to = page.getByLabel('To', { exact: true })
    await to.fill('ann@x.test, bob@@x.test and eve')
    await page.getByLabel('Subject').fill('Order')
    await page.getByText('This is not a valid address: bob@@x.test and eve').waitFor()
    t.is(await to.getAttribute('aria-invalid'), 'true')

    await page.keyboard.press('Escape')
    await page.getByLabel('Subject').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Drafts 1 drafts' }).click()
    await page.getByRole('row', { name: /Order/ }).click()
    await page.getByRole('button', { name: 'Edit draft' }).first().click()

    await page.getByText('This is not a valid address: bob@@x.test and eve').waitFor()
    t.deepEqual(await recipientsIn(page, 'to'), ['ann@x.test', 'bob@@x.test and eve'])
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('alert').getByText('This is not a valid address: bob@@x.test').waitFor()
    await page.getByRole('option', { name: 'bob@@x.test and eve' }).press('Delete')
    await to.fill('Quill, Eve [eve@x.test], mailto:fay@x.test (Fay)')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Message sent').waitFor()

    t.deepEqual(sent()[0]?.to, ['ann@x.test', 'eve@x.test', 'fay@x.test'])
    t.deepEqual(
      complaints.filter((text) => !text.includes('422')),
      [],
    )
  },
)

test.serial(
  'a press on a recipient opens what can be done with it, and is in no way',
  async (t) => {
    const { page, complaints } = await openSignedInPage(t)
    await page.getByRole('row').first().waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('To', { exact: true }).fill('ada@example.org, bea@example.org, ')
    const bea = page.getByRole('option', { name: 'bea@example.org' })

    await bea.click()
    await page.locator('[role=menuitem]:focus').waitFor()
    t.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await bea.and(page.locator(':focus')).waitFor()
    await bea.click()
    await page.locator('[role=menuitem]:focus').waitFor()
    await page.getByLabel('Subject').click()
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    t.is(await page.locator('[name=subject]:focus').count(), 1)
    await bea.click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.locator('[name=to]:focus').waitFor()

    t.is(await page.locator('[name=to]').inputValue(), 'bea@example.org')
    t.deepEqual(await recipientsIn(page, 'to'), ['ada@example.org'])
    t.deepEqual(complaints, [])
  },
)

import test from 'ava'
import { browserTests } from '../../../../support/web/open-mail.ts'

const openMail = browserTests(test)

test('a right click opens a menu beside the row, for the row and not for the open message', async (t) => {
  const { page, api, complaints } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()

  await page.getByRole('row', { name: /Message 17/ }).click({ button: 'right' })
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem', { name: 'Reply', exact: true }).waitFor()
  const [row, box] = await Promise.all([
    page.getByRole('row', { name: /Message 17/, includeHidden: true }).boundingBox(),
    menu.boundingBox(),
  ])
  const middle = (row?.y ?? 0) + (row?.height ?? 0) / 2
  t.true(Math.abs((box?.y ?? 0) - middle) < 60, JSON.stringify([row, box]))
  await menu.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('Message deleted').waitFor()

  t.deepEqual(
    api.mailboxes.get('INBOX')?.messages.filter(({ row: { uid } }) => [17, 20].includes(uid))
      .length,
    1,
  )
  await page.getByText('Text of message 20.').waitFor()
  t.deepEqual(complaints, [])
})

test('the menu key opens the menu of the row that has the focus, arrows go through it and Escape gives the focus back', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).focus()
  await page.keyboard.press('ContextMenu')
  const reply = page.getByRole('menuitem', { name: 'Reply', exact: true })
  await reply.waitFor()
  await page.keyboard.press('End')
  t.true(
    await page
      .getByRole('menuitem')
      .last()
      .evaluate((item) => item === document.activeElement),
  )
  await page.keyboard.press('Escape')
  await reply.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'row')
  t.pass()
})

test('a finger that stays on a row selects it, and opens nothing', async (t) => {
  const { page, api } = await openMail(t, {
    browser: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  })
  const row = page.getByRole('row', { name: /Message 18/ })
  await row.waitFor()
  const box = await row.boundingBox()
  const touchPoints = [{ x: (box?.x ?? 0) + 150, y: (box?.y ?? 0) + 20 }]
  const devtools = await page.context().newCDPSession(page)

  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.getByText('1 selected').waitFor()
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Message deleted').waitFor()

  t.is(api.mailboxes.get('INBOX')?.messages.length, 19)
  t.is(await page.getByText('Text of message 18.').count(), 0)
})

test('what is in Junk is taken out of it by Not junk', async (t) => {
  const { page, api } = await openMail(t)
  const before = api.mailboxes.get('INBOX')?.messages.length ?? 0
  await page.getByRole('row', { name: /Message 20/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to Junk' }).click()
  await page.getByText('Moved to Junk').waitFor()
  await page.getByRole('link', { name: /^Junk/ }).click()
  await page.getByRole('row', { name: /Message 20/ }).click()

  await page.getByRole('button', { name: 'Not junk' }).click()
  await page.getByText('Moved to Inbox').waitFor()

  t.is(api.mailboxes.get('INBOX')?.messages.length, before)
})

test('all of a folder are marked as read from its menu', async (t) => {
  const { page, api } = await openMail(t)
  await page.getByRole('button', { name: 'Actions for Inbox' }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText(/messages? changed/).waitFor()

  t.true(api.mailboxes.get('INBOX')?.messages.every(({ row }) => row.flags.includes('\\Seen')))
})

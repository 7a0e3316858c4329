import test from 'ava'
import { browserTests } from '../../support/web/open-mail.ts'
import { openWalk, walkedScreens, type Walk } from '../../support/web/layout-walk.ts'

const openMail = browserTests(test)

for (const name of walkedScreens) {
  test(`every control is visible and free: ${name}`, async (t) => {
    const walk = await openWalk(openMail, t, name)
    const { page } = walk
    await page.getByRole('row', { name: /garden/ }).waitFor()
    await lookAtList(walk)
    await lookAtMessage(walk)
    await lookAtComposer(walk)
    await lookAtNotices(walk)
  })
}

test('folders that lie over the list are put away by Escape and by a press beside them', async (t) => {
  const { page } = await openMail(t, { browser: { viewport: { width: 900, height: 768 } } })
  const menu = page.getByRole('button', { name: 'Show folders' })
  const drafts = page.getByRole('button', { name: 'Actions for Drafts' })

  await menu.click()
  await drafts.waitFor()
  t.is(await menu.getAttribute('aria-expanded'), 'true')
  await page.keyboard.press('Escape')
  await drafts.waitFor({ state: 'hidden' })

  await menu.click()
  await drafts.waitFor()
  await page.mouse.click(800, 600)
  await drafts.waitFor({ state: 'hidden' })
  t.is(await menu.getAttribute('aria-expanded'), 'false')
})

test('what the toolbar of a small screen leaves out is done from its menu', async (t) => {
  const { page, api } = await openMail(t, { browser: { viewport: { width: 320, height: 640 } } })
  await page.getByRole('row', { name: /Message 20/ }).click()
  await page.getByText('Text of message 20.').waitFor()
  t.false(await page.getByRole('button', { name: 'Flag', exact: true }).isVisible())
  const marked = api.next('mark')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Flag', exact: true }).click()

  t.is((await marked).input.flag, 'flagged')
})

async function lookAtList({ page, look }: Walk): Promise<void> {
  await look('list')

  await page.getByRole('row', { name: /Message 19/ }).click({ modifiers: ['Control'] })
  await page.getByText('1 selected').waitFor()
  await look('selection')
  await page.getByRole('button', { name: 'Clear selection' }).click()

  await page.getByRole('searchbox').fill('Message')
  await page.keyboard.press('Enter')
  await page.getByText('20 matches').waitFor()
  await look('search')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByText('22 messages').waitFor()

  const menu = page.getByRole('button', { name: 'Show folders' })
  if (await menu.isVisible()) await menu.click()
  await look('folders')
  for (const dialog of ['New folder', 'Folders shown', 'Actions for Projects']) {
    await page.getByRole('button', { name: dialog, exact: true }).click()
    await look(dialog)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('link', { name: /^Inbox/ }).click()

  await page.keyboard.press('?')
  await look('help')
  await page.keyboard.press('Escape')
}

async function lookAtMessage({ page, look }: Walk): Promise<void> {
  await page.getByRole('row', { name: /garden/ }).click()
  await page.getByText('Text of message 21.').waitFor()
  await look('message')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await look('more')
  await page.keyboard.press('Escape')
  await page.keyboard.press('v')
  await look('move')
  await page.keyboard.press('Escape')
}

async function lookAtComposer({ page, api, look }: Walk): Promise<void> {
  await page.keyboard.press('r')
  await page.getByLabel('Message text').waitFor()
  await page.getByRole('button', { name: 'Cc, Bcc' }).click()
  await page.getByLabel('Subject').fill('Re: The plan of the garden behind the house')
  const files = ['plan.txt', 'a rather long name of a photo from the lake.png', 'notes.txt']
  await page
    .locator('input[type=file]')
    .setInputFiles(
      files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })),
    )
  await look('composer')

  api.refused.set('send', 'recipient_invalid')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('One of the addresses is not valid.').waitFor()
  await look('composer refused')
  api.refused.delete('send')

  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').hover()
  await look('composer with a notice')
  await page.getByRole('button', { name: 'Discard draft' }).click()
}

async function lookAtNotices({ page, api, look }: Walk): Promise<void> {
  await page.getByText('Draft discarded').hover()
  await look('message with a notice')
  const back = page.getByRole('button', { name: 'Back to the list' })
  if (await back.isVisible()) await back.click()
  await page.getByText('Draft discarded').hover()
  await look('list with a notice')
  const menu = page.getByRole('button', { name: 'Show folders' })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByText('Draft discarded').hover()
    await look('folders with a notice')
    await page.getByRole('link', { name: /^Inbox/ }).click()
  }

  api.refused.set('check-recent', 'mail_unavailable')
  await page.getByRole('button', { name: 'Check for new mail' }).click()
  await page.getByRole('button', { name: 'Try now' }).waitFor()
  await look('no connection')

  api.isSignedIn = false
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.getByText('Session ended').waitFor()
  await look('session ended')
}

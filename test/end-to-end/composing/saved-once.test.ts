import test from 'ava'
import { eventually } from '../../support/database/rows.ts'
import { startImapRelay } from '../../support/dovecot/imap-relay.ts'
import { openDesk } from '../signed-in-page.ts'

test('a draft whose save was not answered is replaced by the next save, and gone once it is sent', async (t) => {
  let lost = 0
  let isLosing = false
  const { page, dovecot, owner, sent } = await openDesk(t, {
    between: (server) =>
      startImapRelay(t, {
        ...server,
        loses: (line) => {
          const isLost = isLosing && line.includes('APPENDUID')
          if (isLost) lost += 1
          if (isLost) isLosing = false
          return isLost
        },
      }),
  })
  const drafts = async () =>
    (await dovecot.doveadm.sources(owner, 'Drafts')).match(/^Precious.*$/gm) ?? []
  const save = page.getByRole('button', { name: 'Save draft' })
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('To', { exact: true }).fill('ada@example.org')
  await page.getByLabel('Message text').fill('Precious once')

  isLosing = true
  await save.click()
  await page.getByText('The mail server does not answer just now.').first().waitFor()
  t.deepEqual(await drafts(), ['Precious once'])
  // The page remembers it also when it is loaded anew.
  await page.reload()
  await page.getByText('Your unsent message is back.').waitFor()
  await page.getByLabel('Message text').fill('Precious twice')
  await save.click()
  await page.getByText('Draft saved').waitFor()
  t.deepEqual(await drafts(), ['Precious twice'])

  isLosing = true
  await page.getByLabel('Message text').fill('Precious thrice')
  await save.click()
  await eventually(drafts, (texts) => texts.length === 2)
  await page.getByText('The mail server does not answer just now.').first().waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent').waitFor()

  t.is(lost, 2)
  t.is(sent().length, 1)
  t.deepEqual(await eventually(drafts, (texts) => texts.length === 0), [])
})

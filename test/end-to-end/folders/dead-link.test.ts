import test from 'ava'
import { openSignedInPage } from '../signed-in-page.ts'

test.serial('a link to a folder that is not there says so, and leads to the inbox', async (t) => {
  const { page } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  const [address = ''] = page.url().split('?')
  await page.goto('about:blank')

  await page.goto(`${address}?_task=mail#_mbox=Nowhere`)

  const note = page.getByRole('status').filter({ hasText: 'Folder Nowhere was deleted' })
  await note.waitFor()
  t.is(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  await note.getByRole('button', { name: 'Inbox' }).click()
  await page.getByRole('row').first().waitFor()
  t.is(await page.getByRole('heading', { name: 'Inbox' }).count(), 1)
})

import test from 'ava'
import { openFilters, openSettings, sourceOf } from './open-filters.ts'

test('after three messages of a sender were moved by hand a filter is offered, with undo, and turned off', async (t) => {
  const { page, dovecot, owner, complaints } = await openFilters(t)
  await dovecot.doveadm.subscribe(owner, 'Lists')
  const move = async (subject: string) => {
    await page.getByRole('row').filter({ hasText: subject }).first().click()
    await page.keyboard.press('v')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Shops' }).click()
    await page.getByRole('row').filter({ hasText: subject }).waitFor({ state: 'detached' })
  }
  for (const number of [1, 2, 3])
    await dovecot.doveadm.receive(owner, sourceOf('A Shop <a@shop.test>', `Sale ${number}`))
  await page.getByRole('row').filter({ hasText: 'Sale 3' }).waitFor()

  await move('Sale 1')
  await move('Sale 2')
  const banner = page.getByText(/^Always move messages from .*a@shop\.test.* to .*Shops.*\?/)
  t.is(await banner.count(), 0)
  await move('Sale 3')

  await banner.waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Always move' }).click()
  await page.getByText(/^Messages from .*a@shop\.test.* go to .*Shops.* from now on\./).waitFor()
  const [script = ''] = await dovecot.scripts(owner)
  t.regex(script, /if address :all :is "from" "a@shop\.test"/)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await banner.waitFor({ state: 'detached' })
  const panel = await openSettings(page, 'Filters')
  await panel.getByText('No filters yet.').waitFor()
  t.true(await panel.getByRole('checkbox', { name: /^Suggest a filter/ }).isChecked())
  t.deepEqual(complaints, [])
})

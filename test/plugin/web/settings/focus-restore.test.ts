import test from 'ava'
import { browserTests } from '../../../support/web/open-mail.ts'

const openMail = browserTests(test)

test.serial('the focus follows into a form, and back to the list behind it', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Templates' }).click()
  const add = page.getByRole('button', { name: 'New template' })
  const focused = page.locator(':focus')

  await add.press('Enter')
  await page.getByLabel('Name', { exact: true }).waitFor()
  t.is(await focused.evaluate((element) => element.localName), 'input')
  await page.keyboard.type('Thanks')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit Thanks' }).waitFor()
  t.is(await focused.textContent(), 'New template')

  await page.getByRole('button', { name: 'Delete Thanks' }).press('Enter')
  await page.getByText('Thanks will be deleted permanently.').waitFor()
  t.is(await focused.textContent(), 'Cancel')
  await page.getByRole('button', { name: 'Delete permanently' }).press('Enter')
  await page.getByText('Thanks', { exact: true }).waitFor({ state: 'detached' })
  t.is(await focused.textContent(), 'New template')
})

test.serial('a form that was not saved leaves the focus where it was pressed', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.route(/_action=save-template/, (route) => route.fulfill({ status: 400 }))
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'New template' }).press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Thanks')

  await page.getByRole('button', { name: 'Save' }).press('Enter')

  await page.getByRole('alert').first().waitFor()
  t.is(await page.locator(':focus').textContent(), 'Save')
})

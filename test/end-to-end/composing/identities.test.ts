import test from 'ava'
import type { Page } from 'playwright-core'
import { richText } from '../../support/web/composed.ts'
import { openSignedInPage } from '../signed-in-page.ts'

/** Makes identities in the settings, the first of them the default one. */
async function makeIdentities(page: Page, all: readonly (readonly [string, string])[]) {
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press(',')
  for (const [name, signature] of all) {
    await page.getByRole('button', { name: 'New identity' }).click()
    await page.getByLabel('Your name').fill(name)
    await page.getByLabel('Signature', { exact: true }).fill(signature)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: `Edit ${name}` }).waitFor()
  }
  await page.keyboard.press('Escape')
}

test.serial('who tabs into a message with a signature writes above it', async (t) => {
  const { page, owner, complaints } = await openSignedInPage(t)
  await makeIdentities(page, [
    ['Mia', 'Mia of Rome'],
    ['Office', ''],
  ])
  const body = page.getByLabel('Message text')
  const from = page.getByRole('combobox', { name: 'From' })

  await page.keyboard.press('c')
  await richText(page).getByText('Mia of Rome').waitFor()
  await page.getByRole('checkbox', { name: 'Rich text' }).click()
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('Mia'))
  await page.getByLabel('Subject').press('Tab')
  await page.keyboard.type('Dear Bea')
  t.is(await body.inputValue(), 'Dear Bea\n\n-- \nMia of Rome')

  await from.selectOption({ label: `Office <${owner}>` })
  t.is(await body.inputValue(), 'Dear Bea')
  await from.selectOption({ label: `Mia <${owner}>` })
  t.is(await body.inputValue(), 'Dear Bea\n\n-- \nMia of Rome')

  await body.focus()
  await page.keyboard.type(', hello')
  t.is(await body.inputValue(), 'Dear Bea, hello\n\n-- \nMia of Rome')
  t.deepEqual(complaints, [])
})

test.serial(
  'another identity takes its signature with it also from a formatted message that was written on',
  async (t) => {
    const { page, owner, complaints } = await openSignedInPage(t)
    await makeIdentities(page, [
      ['Mia', 'Mia <mia@rome.test>\n  Room 7  8'],
      ['Office', 'The office'],
    ])
    const from = page.getByRole('combobox', { name: 'From' })
    const inside = page.frameLocator('.composer iframe').getByRole('textbox')

    await page.getByRole('row').first().click()
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.getByLabel('Rich text').click()
    await inside.getByText('Room 7  8').waitFor()
    await inside.press('Control+Home')
    await page.keyboard.type('Dear Bea')
    await from.focus()
    await from.selectOption({ label: `Office <${owner}>` })
    await inside.getByText('The office').waitFor()

    t.is(await inside.getByText('Rome').count(), 0)
    t.regex(await inside.innerText(), /Dear Bea\s+--\s+The office\s+On /)
    t.true(await from.evaluate((field) => field === document.activeElement))
    t.deepEqual(complaints, [])
  },
)

test.serial('a new identity does not take the place of the default one', async (t) => {
  const { page, owner, complaints } = await openSignedInPage(t)
  await page.getByRole('row').first().waitFor()
  // Each id comes before those that were made earlier.
  await page.evaluate(() => {
    let byte = 255
    crypto.getRandomValues = (array) => {
      byte -= 16
      if (array instanceof Uint8Array) array.fill(byte)
      return array
    }
  })

  await makeIdentities(page, [
    ['Mia', ''],
    ['Office', ''],
  ])
  await page.reload()
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press(',')

  await page.getByText(`${owner} · Default`).waitFor()
  t.true(await page.getByRole('radio', { name: 'Make Mia the default' }).isChecked())
  t.deepEqual(complaints, [])
})

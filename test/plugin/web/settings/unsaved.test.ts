import test from 'ava'
import type { Page } from 'playwright-core'
import { browserTests } from '../../../support/web/open-mail.ts'
import { violations } from '../../../support/web/violations.ts'

const openMail = browserTests(test)

async function openTemplates(page: Page): Promise<void> {
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press(',')
  await page.getByRole('tab', { name: 'Templates' }).click()
}

async function writeTemplate(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Text', { exact: true }).fill('Thank you for your message.')
}

test.serial('the settings open with the focus on their first page', async (t) => {
  const { page } = await openMail(t)
  await page.getByRole('row', { name: /Message 20/ }).waitFor()
  await page.keyboard.press(',')

  await page.locator('[role=tab]:focus').waitFor()
  t.is(await page.locator(':focus').textContent(), 'Identities')
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('Images from other servers').waitFor()
})

test.serial('what was typed in the settings is given up only by anyone who says so', async (t) => {
  const { page, complaints } = await openMail(t, {
    browser: { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  })
  await openTemplates(page)
  await writeTemplate(page, 'Thanks')
  const requested = page.getByText('Your changes are not saved.')
  const written = page.getByLabel('Text', { exact: true })

  await page.keyboard.press('Escape')
  await requested.waitFor()
  t.deepEqual(await violations(page), [])
  await page.keyboard.press('Enter')
  await requested.waitFor({ state: 'detached' })
  t.is(await written.inputValue(), 'Thank you for your message.')

  await page.getByRole('tab', { name: 'Writing' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByLabel('Compose in').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.deepEqual(complaints, [])
})

test.serial('Escape in the moment a form is saved leaves the settings', async (t) => {
  const { page, complaints } = await openMail(t)
  await openTemplates(page)
  await writeTemplate(page, 'Thanks')
  // In the microtask of the drawing, before the next frame.
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog')
    const observer = new MutationObserver(() => {
      if (document.querySelector('[aria-label="Delete Thanks"]') === null) return
      observer.disconnect()
      dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })

  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('c')

  await page.getByLabel('Message text').waitFor()
  t.is(await page.getByRole('dialog').count(), 0)
  t.deepEqual(complaints, [])
})

test.serial('a template is deleted by two presses, and kept by the other response', async (t) => {
  const { page, api } = await openMail(t)
  await openTemplates(page)
  await writeTemplate(page, 'Thanks')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('button', { name: 'Delete Thanks' }).click()
  await page.getByText('Thanks will be deleted permanently.').waitFor()
  t.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Thanks' }).click()
  const removal = api.next('delete-template')
  await page.getByRole('button', { name: 'Delete permanently' }).click()

  t.truthy((await removal).input.id)
  await page.getByText('Thanks', { exact: true }).waitFor({ state: 'detached' })
})

test.serial('Escape at the question before a removal keeps what was asked about', async (t) => {
  const { page } = await openMail(t)
  await openTemplates(page)
  await writeTemplate(page, 'Thanks')
  await page.getByRole('button', { name: 'Save' }).click()
  const remove = page.getByRole('button', { name: 'Delete Thanks' })

  await remove.click()
  await page.getByText('Thanks will be deleted permanently.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Thanks will be deleted permanently.').waitFor({ state: 'detached' })

  t.true(await page.getByRole('dialog', { name: 'Settings' }).isVisible())
  await page.locator('button:focus').waitFor()
  t.is(await page.locator('button:focus').getAttribute('aria-label'), 'Delete Thanks')
})

test.serial(
  'Escape at the question before typed words are given up continues with them',
  async (t) => {
    const { page } = await openMail(t)
    await openTemplates(page)
    await writeTemplate(page, 'Thanks')

    await page.keyboard.press('Escape')
    await page.getByText('Your changes are not saved.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Your changes are not saved.').waitFor({ state: 'detached' })

    t.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'Thanks')
  },
)

test.serial(
  'the form of a template takes no more than the server, and no blank name',
  async (t) => {
    const { page } = await openMail(t)
    await openTemplates(page)
    await writeTemplate(page, '  ')
    const name = page.getByLabel('Name', { exact: true })

    await page.getByRole('button', { name: 'Save' }).click()
    t.true(await name.evaluate((field: HTMLInputElement) => field.validity.patternMismatch))
    await name.fill('')
    await name.pressSequentially('n'.repeat(201), { delay: 0 })
    t.is((await name.inputValue()).length, 200)
  },
)

test.serial('Back asks before typed words are given up, and the address stays', async (t) => {
  const { page, complaints } = await openMail(t)
  await openTemplates(page)
  await writeTemplate(page, 'Thanks')
  const requested = page.getByText('Your changes are not saved.')
  const address = page.url()

  await page.goBack()
  await requested.waitFor()
  t.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Keep editing' }).click()
  t.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'Thanks')
  t.is(page.url(), address)

  await page.goBack()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForURL((url) => url.hash === '')
  t.is(await page.locator('.list-pane').isVisible(), true)
  t.deepEqual(complaints, [])
})

test.serial('an address that is typed asks before typed words are given up', async (t) => {
  const { page } = await openMail(t)
  await openTemplates(page)
  await writeTemplate(page, 'Thanks')

  await page.evaluate(() => (location.hash = '#_mbox=Archive'))
  await page.getByText('Your changes are not saved.').waitFor()
  t.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'Thanks')
  await page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('[data-folder=Archive][aria-current=page]').waitFor()
  t.regex(page.url(), /#_mbox=Archive$/)
})

test.serial(
  'the browser asks before a reload loses typed words, and no more once they are given up',
  async (t) => {
    const { page } = await openMail(t)
    const requested: string[] = []
    page.on('dialog', (dialog) => {
      requested.push(dialog.type())
      void dialog.accept()
    })
    await openTemplates(page)
    await writeTemplate(page, 'Thanks')

    await page.reload()
    await page.getByRole('tab', { name: 'Templates', selected: true }).waitFor()
    t.deepEqual(requested, ['beforeunload'])
    await writeTemplate(page, 'Thanks')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('row', { name: /Message 20/ }).waitFor()
    t.deepEqual(requested, ['beforeunload'])
  },
)

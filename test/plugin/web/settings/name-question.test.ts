import test from 'ava'
import type { Page } from 'playwright-core'
import type { FakeApi } from '../../../support/web/fake-api.ts'
import { layoutFaults } from '../../../support/web/layout-faults.ts'
import { browserTests } from '../../../support/web/open-mail.ts'
import { settleShot } from '../../../support/web/settings-shots.ts'
import { violations } from '../../../support/web/violations.ts'

const openMail = browserTests(test)

/** The owner of the fake was asked long ago; this one never was. */
function asksForName(api: FakeApi): Promise<unknown> {
  const changes = [{ name: 'asksForName', seen: false, wanted: true }]
  return api.settings.answer('save-settings', { changes })
}

const questionOf = (page: Page) => page.getByRole('region', { name: 'Add your name' })

test.serial('who has no name is asked for it once, and mail is written with it', async (t) => {
  const { page, api, complaints } = await openMail(t)
  await asksForName(api)
  await page.reload()
  const question = questionOf(page)
  await question.waitFor()
  t.is(await page.evaluate(() => document.activeElement?.closest('section.dialog')), null)
  t.deepEqual(await violations(page), [])
  t.deepEqual(await layoutFaults(page), [])
  await settleShot(page, 'name question')

  await question.getByLabel('Your name').fill('Ada Lovelace')
  const saved = api.next('save-settings')
  await question.getByRole('button', { name: 'Save' }).click()
  await question.waitFor({ state: 'detached' })
  await saved

  const { identities, preferences } = await api.settings.read()
  t.like(identities[0], { name: 'Ada Lovelace', address: 'owner@example.test' })
  t.false(preferences.asksForName)
  await page.keyboard.press('c')
  await page.getByRole('option', { name: 'Ada Lovelace <owner@example.test>' }).waitFor({
    state: 'attached',
  })
  t.deepEqual(complaints, [])
})

test.serial('the question makes room for the folders of a phone', async (t) => {
  const { page, api, complaints } = await openMail(t, {
    browser: { viewport: { width: 390, height: 844 } },
  })
  await asksForName(api)
  await page.reload()
  await questionOf(page).waitFor()

  await page.getByRole('button', { name: 'Show folders' }).click()
  await questionOf(page).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Settings' }).click({ trial: true })
  await page.keyboard.press('Escape')
  await questionOf(page).waitFor()

  t.deepEqual(complaints, [])
})

test.serial('who does not want to tell a name is not asked again', async (t) => {
  const { page, api } = await openMail(t)
  await asksForName(api)
  await page.reload()
  await questionOf(page).getByRole('button', { name: 'No thanks' }).click()
  await questionOf(page).waitFor({ state: 'detached' })

  t.false((await api.settings.read()).preferences.asksForName)
  t.deepEqual((await api.settings.read()).identities, [])
  const requested = api.calls.filter(({ action }) => action === 'settings').length
  await page.reload()
  await page.getByRole('separator').first().waitFor({ state: 'attached' })
  t.is(api.calls.filter(({ action }) => action === 'settings').length, requested)
})

test.serial('who has a name, as from a Roundcube, is not requested it', async (t) => {
  const { page, api } = await openMail(t)
  await asksForName(api)
  const changes = [
    { name: 'name', seen: '', wanted: 'Ada' },
    { name: 'address', seen: '', wanted: 'owner@example.test' },
  ]
  await api.settings.answer('save-identity', { id: 'from-roundcube', isNew: true, changes })

  const saved = api.next('save-settings')
  await page.reload()
  await saved

  t.is(await questionOf(page).count(), 0)
})

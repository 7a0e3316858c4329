import test from 'ava'
import { browserTests } from '../../support/web/open-mail.ts'

const openMail = browserTests(test)

test('signing in works without JavaScript', async (t) => {
  const { page } = await openMail(t, {
    browser: { javaScriptEnabled: false },
    prepare: (api) => (api.isSignedIn = false),
  })

  await page.getByLabel('Email address').fill('owner@example.test')
  await page.getByLabel('Password').fill('right')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.waitForURL(/_task=mail/)
  t.true((await page.content()).includes('"task":"mail"'))
})

test('the request token of the redirect does not stay in the address bar', async (t) => {
  const { page } = await openMail(t, { prepare: (api) => (api.isSignedIn = false) })
  await page.getByLabel('Email address').fill('owner@example.test')
  await page.getByLabel('Password').fill('right')

  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.getByRole('row').first().waitFor()
  t.is(new URL(page.url()).search, '?_task=mail')
})

test('the sign-in page reports the time zone of the browser', async (t) => {
  const { page, complaints } = await openMail(t, {
    browser: { timezoneId: 'Europe/Lisbon' },
    prepare: (api) => (api.isSignedIn = false),
  })

  await page.locator('input[name=_timezone][value="Europe/Lisbon"]').waitFor({ state: 'attached' })

  t.deepEqual(complaints, [])
})

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'
  test(`a sign-in that failed at the server names its request, ${how} JavaScript`, async (t) => {
    const { page } = await openMail(t, {
      browser: { javaScriptEnabled },
      prepare(api) {
        api.isSignedIn = false
        api.refused.set('login', 'mail_timeout')
      },
    })

    await page.getByLabel('Email address').fill('owner@example.test')
    await page.getByLabel('Password').fill('right')
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByText('The mail server took too long to answer.').waitFor()
    t.is(await page.locator('#sign-in-error .reference').textContent(), 'Reference: a39eb5f3')
  })
}

test('a sign-in that takes long says that the mail server is what takes it, and no longer than that', async (t) => {
  const { page } = await openMail(t, {
    prepare(api) {
      api.isSignedIn = false
      api.refused.set('login', 'mail_timeout')
    },
  })
  let reply = (): void => undefined
  const held = new Promise<void>((resolve) => {
    reply = resolve
  })
  await page.route(/_action=login/, async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await page.getByLabel('Email address').fill('owner@example.test')
  await page.getByLabel('Password').fill('right')

  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.clock.fastForward(5_000)

  await page.getByRole('status').getByText('The mail server is taking longer than usual.').waitFor()
  reply()
  await page.getByText('The mail server took too long to answer.').waitFor()
  t.is(await page.locator('#sign-in-wait').textContent(), '')
})

test('a browser that forbids its storage signs in as well', async (t) => {
  const { page, complaints } = await openMail(t, { prepare: (api) => (api.isSignedIn = false) })
  await page.addInitScript({ content: storageIsForbidden })
  await page.reload()
  await page.getByLabel('Email address').fill('owner@example.test')
  await page.getByLabel('Password').fill('right')

  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.getByRole('row').first().waitFor()
  t.deepEqual(complaints, [])
})

/** Runs in the page, so it is a text: the tools that run this file would put calls of their own into a function. */
const storageIsForbidden = `for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError') } })
}`

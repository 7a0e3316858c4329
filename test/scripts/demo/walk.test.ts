import test from 'ava'
import { z } from 'zod'
import { startDemo } from '../../../scripts/demo/start-demo.ts'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import type { NativeInputOf } from '../../../plugin/wire/native/types.ts'
import { responseOf } from '../../support/http/native-actions.ts'
import { freePort } from '../../support/process/free-port.ts'
import { createBrowser, type Browser, type Page } from './browser.ts'

const native = { accept: NATIVE_TYPE }

test('a user comes from the panel to the mail, reads, writes and finds the copy', async (t) => {
  const demo = await startDemo({ dashboardPort: await freePort() })
  t.teardown(() => demo.stop())
  const browser = createBrowser()

  const signInPage = await browser.open(demo.dashboardUrl)
  t.true(signInPage.text.includes(demo.user), 'the panel tells how to sign in')

  const dashboard = await browser.submit(new URL('/login/', demo.dashboardUrl), {
    user: demo.user,
    pass: demo.password,
  })
  const entry = /href="([^"]*\/3rdparty\/postern\/[^"]*)"/.exec(dashboard.text)?.[1]
  if (entry === undefined) throw new Error('the dashboard has no link to the webmail')

  const application = await enterWebmail(browser, new URL(entry, dashboard.url), demo)
  const env = envOf(application)
  t.is(env.task, 'mail')
  const script = new URL('index.php', application.url)
  const request = async <Name extends 'list' | 'show'>(name: Name, input: NativeInputOf<Name>) => {
    const page = await browser.open(new URL(actionAddress(name, input), script), native)
    return responseOf(name, page.text)
  }

  const newest = (await request('list', { mailbox: 'INBOX' })).rows[0]
  t.is(newest?.subject, 'Re: Sunday')

  const shown = await request('show', { mailbox: 'INBOX', uid: newest?.uid ?? 0 })
  t.regex(shown.text, /plum cake/)

  const letter: NativeInputOf<'send'> = {
    composeId: 'walk-0001',
    to: demo.user,
    subject: 'A note to myself',
    text: 'Buy plums.',
  }
  const response = await browser.submit(
    new URL(actionAddress('send', {}), script),
    { _token: env.request_token, _input: JSON.stringify(letter) },
    native,
  )
  t.is(response.status, 200, response.text)
  t.is(responseOf('send', response.text).filedIn, 'Sent')

  for (const mailbox of ['Sent', 'INBOX']) {
    const { rows } = await request('list', { mailbox })
    t.is(rows[0]?.subject, 'A note to myself', mailbox)
  }
})

/** The panel passes the password over, or Postern requests it: both lead to the mail. */
async function enterWebmail(
  browser: Browser,
  entry: URL,
  owner: { readonly user: string; readonly password: string },
): Promise<Page> {
  const page = await browser.open(entry)
  const env = envOf(page)
  if (env.task === 'mail') return page
  return browser.submit(new URL('?_task=login', page.url), {
    _token: env.request_token,
    _task: 'login',
    _action: 'login',
    _timezone: 'UTC',
    _url: '',
    _user: owner.user,
    _pass: owner.password,
  })
}

function envOf(page: Page): { readonly task: string; readonly request_token: string } {
  const block = /<script type="application\/json" id="postern-env">([^<]*)</.exec(page.text)?.[1]
  if (block === undefined)
    throw new Error(`${page.url.href} answered ${page.status} without a state`)
  return z.object({ task: z.string(), request_token: z.string() }).parse(JSON.parse(block))
}

import type { ExecutionContext } from 'ava'
import { z } from 'zod'
import { actions, type ActionName } from '../../../plugin/actions/index.ts'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import type { NativeInputOf, NativeResponseOf } from '../../../plugin/wire/native/types.ts'
import { startDemo } from '../../../scripts/demo/start-demo.ts'
import { responseOf } from '../../support/http/native-actions.ts'
import { freePort } from '../../support/process/free-port.ts'
import { createBrowser, type Browser, type Page } from './browser.ts'

/** Requests an action of the demo's Postern, whoever has signed in; throws what is no answer of it. */
type CallDemo = <Name extends ActionName>(
  name: Name,
  input: NativeInputOf<Name>,
) => Promise<NativeResponseOf<Name>>

/** Starts the demo and comes from its panel to the mail. */
export async function openDemo(
  t: ExecutionContext,
): Promise<{ readonly user: string; readonly task: string; readonly call: CallDemo }> {
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
  const { task, request_token: token } = envOf(application)
  const script = new URL('index.php', application.url)
  const headers = { accept: NATIVE_TYPE }
  const call: CallDemo = async (name, input) => {
    const isRead = actions.get(name)?.method === 'GET'
    const address = new URL(isRead ? actionAddress(name, input) : actionAddress(name, {}), script)
    const fields = { _token: token, _input: JSON.stringify(input) }
    const page = isRead
      ? await browser.open(address, headers)
      : await browser.submit(address, fields, headers)
    if (page.status !== 200) throw new Error(`${name} answered ${page.status}: ${page.text}`)
    return responseOf(name, page.text)
  }
  return { user: demo.user, task, call }
}

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

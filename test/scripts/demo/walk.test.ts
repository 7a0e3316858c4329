import test from 'ava'
import { z } from 'zod'
import { startDemo } from '../../../scripts/demo/start-demo.ts'
import { freePort } from '../../support/process/free-port.ts'
import { createBrowser, type Browser, type Page } from './browser.ts'

const native = { accept: 'application/vnd.postern+json' }

const list = z.object({
  kind: z.literal('list'),
  rows: z.array(z.object({ uid: z.number(), subject: z.string() })),
})
const message = z.object({ kind: z.literal('message'), text: z.string() })
const sent = z.object({ kind: z.literal('sent'), filedIn: z.string() })

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
  const ask = async (query: string) =>
    (await browser.open(new URL(`?${query}`, script), native)).text

  const inbox = list.parse(JSON.parse(await ask('_task=mail&_action=list&_mbox=INBOX&_remote=1')))
  const newest = inbox.rows[0]
  t.is(newest?.subject, 'Re: Sunday')

  const shown = message.parse(
    JSON.parse(await ask(`_task=mail&_action=show&_mbox=INBOX&_uid=${newest?.uid ?? 0}&_remote=1`)),
  )
  t.regex(shown.text, /plum cake/)

  const answer = await browser.submit(
    new URL('?_task=mail&_action=send&_remote=1', script),
    {
      _token: env.request_token,
      _compose_id: 'walk-0001',
      _to: demo.user,
      _subject: 'A note to myself',
      _message: 'Buy plums.',
    },
    native,
  )
  t.is(answer.status, 200, answer.text)
  t.is(sent.parse(JSON.parse(answer.text)).filedIn, 'Sent')

  for (const mailbox of ['Sent', 'INBOX']) {
    const answered = await ask(`_task=mail&_action=list&_mbox=${mailbox}&_remote=1`)
    t.is(list.parse(JSON.parse(answered)).rows[0]?.subject, 'A note to myself', mailbox)
  }
})

/** The panel hands the password over, or Postern asks for it: both lead to the mail. */
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

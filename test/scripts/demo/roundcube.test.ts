import test from 'ava'
import { startDemo } from '../../../scripts/demo/start-demo.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { freePort } from '../../support/process/free-port.ts'
import { createBrowser } from './browser.ts'

test('a user opens Roundcube from the panel, behind Postern, and finds the mail there too', async (t) => {
  t.timeout(180_000)
  const demo = await startDemo({ dashboardPort: await freePort(), hasRoundcube: true })
  t.teardown(() => demo.stop())
  const browser = createBrowser()
  const credentials = { user: demo.user, pass: demo.password }

  const dashboard = await browser.submit(new URL('/login/', demo.dashboardUrl), credentials)
  const entry = /href="([^"]*\/3rdparty\/roundcube\/[^"]*)"/.exec(dashboard.text)?.[1]
  if (entry === undefined) throw new Error('the dashboard has no link to Roundcube')
  const roundcube = createWebmailClient(new URL(entry, dashboard.url).href)
  const signedIn = await roundcube.signIn(demo.user, demo.password)
  const { uids } = await roundcube.list('INBOX')

  t.is(signedIn.status, 302, signedIn.text)
  t.true(uids.length > 0)
  // Without Postern there would be no session to come back to.
  t.true(
    (await roundcube.get('?_task=mail')).text.includes('Roundcube, its sessions kept by Postern'),
  )
})

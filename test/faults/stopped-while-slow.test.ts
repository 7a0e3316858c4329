import { once } from 'node:events'
import { createServer } from 'node:http'
import test from 'ava'
import { hang, startScriptedImap } from '../support/imap/scripted-imap.ts'
import { eventually } from '../support/database/rows.ts'
import { errorLines, formA, loggedScript } from '../support/postern/error-lines.ts'
import { portOf } from '../support/http/port-of.ts'
import { startPostern } from '../support/postern/postern.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'

const DRAIN_MS = 1_500

test('who still waits for the mail server at the end of the drain is answered 503, and no one is cut', async (t) => {
  const imap = await startScriptedImap(t, {
    reply: ({ name }) => (name === 'AUTHENTICATE' ? hang : undefined),
  })
  const postern = await startPostern({
    t,
    config: {
      imap: { host: '127.0.0.1', port: imap.port },
      tuning: { imap: { connectTimeoutMs: 60_000 }, stop: { drainMs: DRAIN_MS } },
    },
  })
  const clients = Array.from({ length: 6 }, () => createWebmailClient(postern.base()))
  const signIns = clients.map((client, n) => client.signIn(`user000${n}@example.test`, 'right'))
  await eventually(
    () => Promise.resolve(imap.heard('AUTHENTICATE')),
    (heard) => heard === clients.length,
  )

  const ended = postern.end()
  const responses = await Promise.allSettled(signIns)

  t.deepEqual(
    responses.map((response) =>
      response.status === 'fulfilled'
        ? [response.value.status, response.value.headers.get('retry-after')]
        : String(response.reason),
    ),
    responses.map(() => [503, '2']),
  )
  for (const response of responses) {
    t.regex(response.status === 'fulfilled' ? response.value.text : '', /The service is restarting/)
  }
  t.is(await ended, 0)
  const line = formA(
    'PHP Error: shutting_down: The service is restarting. Trying again.',
    `POST ${loggedScript()}?login=1&post_login=38056176108366&_task=login&_action=login`,
  )
  const lines = await errorLines(postern)
  t.is(lines.filter((one) => line.test(one)).length, clients.length, lines.join('\n'))
  t.is(new Set(lines.map((one) => line.exec(one)?.[1])).size, clients.length, 'one for each')
})

test('who still waits for what is behind Postern at the end of the drain is answered 503', async (t) => {
  const panel = createServer(() => undefined).listen(0, '127.0.0.1')
  t.teardown(() => {
    panel.close()
    panel.closeAllConnections()
  })
  const postern = await startPostern({
    t,
    config: {
      panel: { upstream: `http://127.0.0.1:${await portOf(panel)}` },
      tuning: { stop: { drainMs: DRAIN_MS } },
    },
  })
  const requested = once(panel, 'request')
  const answering = fetch(`${postern.url}/behind`)
  await requested

  const ended = postern.end()
  const response = await answering

  t.is(response.status, 503)
  t.is(response.headers.get('retry-after'), '2')
  t.regex(await response.text(), /The service is restarting/)
  t.is(await ended, 0)
})

import { createServer } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { IMAP_LIMITS } from '../../plugin/open/mail.ts'
import { readAdminEndpoint } from '../../plugin/admin/endpoint-file.ts'
import { seededRandom } from '../proxy/mail/seeded-random.ts'
import { sendAndCut, type RawRequest } from '../support/http/cut-request.ts'
import { eventually } from '../support/database/rows.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { portOf } from '../support/http/port-of.ts'
import { startPostern, type Postern } from '../support/postern/postern.ts'
import { startSmtpSink } from '../support/smtp/sink.ts'
import { startTcpRelay } from '../support/http/tcp-relay.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'
import {
  actionRequests,
  otherRequests,
  readRequest,
  signInRequest,
} from '../support/faults/storm-requests.ts'

const ROUNDS = 6
const AT_A_TIME = 12
const RESPONSE_DELAY_MS = 20
const random = seededRandom(20)

test('requests that are cut at any moment end no process and hold nothing', async (t) => {
  const { postern, dovecot, signIn } = await openSlowPostern(t)
  const client = await signIn(1)
  const base = postern.base()

  await storm(
    rounds(ROUNDS, () => [...actionRequests(base, client), ...otherRequests(base, client)]),
    () => random() * 150,
  )
  const forms = await Promise.all(rounds(ROUNDS, () => [formOf(base)]))
  const known = [dovecot.userName(2), dovecot.password] as const
  await storm(
    forms.map((form) => signInRequest(base, form, known)),
    () => random() * 150,
  )
  // As a user who clicks quickly from one newsletter to the next.
  await storm(
    rounds(20, () => [
      ...rounds(3, () => [readRequest(base, client, 'frame')]),
      ...rounds(2, () => [readRequest(base, client, 'viewsource')]),
      readRequest(base, client, 'get'),
      readRequest(base, client, 'attachments'),
    ]),
    () => random() * 12,
  )

  await t.notThrowsAsync(quiet(postern))
  const again = await signIn(1)
  const [frame, source, part, files] = await Promise.all(
    (['frame', 'viewsource', 'get', 'attachments'] as const).map((action) => {
      const { url } = readRequest(base, again, action)
      return again.get(url.slice(base.length))
    }),
  )
  t.regex(frame?.text ?? '', /<img[^>]+src="data:image\/png;base64,/)
  t.true((source?.text.length ?? 0) > 1_000_000)
  t.is(part?.status, 200)
  t.regex(files?.text ?? '', /^PK/)
  t.notRegex(postern.output.text(), /unexpected failure|unhandled|uncaught|MaxListeners/i)
  t.is(await postern.end(), 0)
})

/** Postern with everything behind it slow, and a mailbox with a newsletter. */
async function openSlowPostern(t: ExecutionContext) {
  const dovecot = await startDovecot({ t, users: 2 })
  await dovecot.deliver(dovecot.userName(1), { raw: newsletter() })
  await dovecot.seed(dovecot.userName(1), 20, 'Archive')
  const sink = await startSmtpSink({ t })
  const imap = await startTcpRelay(t, { ...dovecot, responseDelayMs: RESPONSE_DELAY_MS })
  const smtp = await startTcpRelay(t, { ...sink, responseDelayMs: RESPONSE_DELAY_MS })
  const postern = await startPostern({
    t,
    mail: imap,
    submission: smtp,
    config: {
      panel: { upstream: await slowPanel(t) },
      tuning: {
        imap: { watch: { ...IMAP_LIMITS.watch, lingerMs: 0 } },
        events: { lingerMs: 0 },
      },
    },
  })
  const signIn = async (n: number): Promise<WebmailClient> => {
    const client = createWebmailClient(postern.base())
    const { status } = await client.signIn(dovecot.userName(n), dovecot.password)
    if (status !== 302) throw new Error(`sign-in answered ${status}`)
    return client
  }
  return { postern, dovecot, signIn }
}

async function slowPanel(t: ExecutionContext): Promise<string> {
  const panel = createServer((_req, res) => {
    setTimeout(() => res.end('panel'.repeat(100_000)), RESPONSE_DELAY_MS)
  }).listen(0, '127.0.0.1')
  t.teardown(() => {
    panel.closeAllConnections()
    panel.close()
  })
  return `http://127.0.0.1:${await portOf(panel)}`
}

/** HTML with an image inside, and a file of more than one piece. */
function newsletter(): string {
  const part = (headers: readonly string[], content: string) =>
    ['--m', ...headers, '', content].join('\r\n')
  const encoded = 'Content-Transfer-Encoding: base64'
  return [
    'Subject: message',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=m',
    '',
    part(['Content-Type: text/html'], '<p>News</p><img src="cid:image@example">'),
    part(
      ['Content-Type: image/png', 'Content-ID: <image@example>', encoded],
      Buffer.alloc(300).toString('base64'),
    ),
    part(
      [
        'Content-Type: application/pdf; name=a.pdf',
        'Content-Disposition: attachment; filename=a.pdf',
        encoded,
      ],
      (
        Buffer.alloc(900_000)
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\r\n'),
    ),
    '--m--',
  ].join('\r\n')
}

async function formOf(base: string): Promise<WebmailClient> {
  const client = createWebmailClient(base)
  await client.get('?_task=login')
  return client
}

async function storm(requests: readonly RawRequest[], afterMs: () => number): Promise<void> {
  const left = [...requests]
  const sendOn = async (): Promise<void> => {
    for (;;) {
      const [next] = left.splice(Math.floor(random() * left.length), 1)
      if (next === undefined) return
      await sendAndCut(next, afterMs())
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, sendOn))
}

function rounds<Item>(count: number, make: () => readonly Item[]): Item[] {
  return Array.from({ length: count }, make).flat()
}

/** No one waits for the mail server, and no connection to it is in use. */
async function quiet({ directory }: Postern): Promise<void> {
  const endpoint = await readAdminEndpoint(directory)
  const read = async () => (await fetch(`${endpoint?.address}/metrics`)).text()
  const isQuiet = (text: string) =>
    /^postern_imap_waiting 0$/m.test(text) &&
    /^postern_imap_connections\{use="working"\} 0$/m.test(text)
  if (!isQuiet(await eventually(read, isQuiet))) throw new Error(await read())
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import test from 'ava'
import type { PanelVerdict } from '../../../../plugin/panel/adapter/panel.ts'
import { listen, startRecorder } from '../../../proxy/upstream/recorder.ts'
import { evidence, neverAborted } from '../adapter/contract.ts'
import { openHttpPanel } from '../../../support/panel/start-simulator.ts'

const requested = evidence({ cookieHeader: 'webmailsession=abc', segmentDigits: '0228251236' })

interface ResponseRow {
  readonly fact: string
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly code: string
}

const responses: readonly ResponseRow[] = [
  { fact: '401 without a reason', status: 401, code: 'session_unknown' },
  { fact: '403 without a reason', status: 403, code: 'not_a_mailbox' },
  {
    fact: '401 with a reason',
    status: 401,
    headers: { 'x-panel-refusal': 'tfa_required' },
    code: 'tfa_required',
  },
  {
    fact: '403 with a reason',
    status: 403,
    headers: { 'x-panel-refusal': 'ip_changed' },
    code: 'ip_changed',
  },
  {
    fact: 'a reason that is none of ours',
    status: 401,
    headers: { 'x-panel-refusal': 'internal' },
    code: 'session_unknown',
  },
  {
    fact: 'a redirect to another segment',
    status: 307,
    headers: { location: '/cpsess0000000001/' },
    code: 'segment_mismatch',
  },
  {
    fact: 'a redirect to the sign-in',
    status: 302,
    headers: { location: '/login/' },
    code: 'segment_mismatch',
  },
  { fact: '404', status: 404, code: 'panel_unavailable' },
  { fact: '500', status: 500, code: 'panel_unavailable' },
  { fact: '502', status: 502, code: 'panel_unavailable' },
  { fact: '429', status: 429, code: 'panel_unavailable' },
  {
    fact: 'a subject with a blank',
    status: 204,
    headers: { 'x-panel-user': 'a b' },
    code: 'inconsistent',
  },
  { fact: 'two subjects', status: 204, headers: { 'x-panel-user': 'a, b' }, code: 'inconsistent' },
  {
    fact: 'a mail domain that is none',
    status: 204,
    headers: { 'x-panel-mail-domain': 'a b' },
    code: 'inconsistent',
  },
  {
    fact: 'an expiry that is no time',
    status: 204,
    headers: { 'x-panel-expires': 'soon' },
    code: 'inconsistent',
  },
  {
    fact: 'an expiry in the past',
    status: 204,
    headers: { 'x-panel-expires': '1000' },
    code: 'session_expired',
  },
]

for (const { fact, status, headers = {}, code } of responses) {
  test(`${fact} is ${code}`, async (t) => {
    const recorder = await startRecorder(
      t,
      (_req, res) => void res.writeHead(status, headers).end(),
    )
    const panel = openHttpPanel(t, recorder.url)

    const verdict = await panel.verify(requested, neverAborted)

    t.deepEqual(verdict, { kind: 'refused', code } satisfies object)
    t.is(recorder.requests.length, 1)
  })
}

test('a plain 204 proves a session and names no one', async (t) => {
  const recorder = await startRecorder(t, yes)
  const panel = openHttpPanel(t, recorder.url)

  const verdict = await panel.verify(requested, neverAborted)

  t.is(verdict.kind === 'principal' ? verdict.principal.subject : 'refused', undefined)
})

test('the panel names the mail domain of a mailbox without one', async (t) => {
  const headers = { 'x-panel-user': 'ada', 'x-panel-mail-domain': 'example.org' }
  const recorder = await startRecorder(t, (_req, res) => void res.writeHead(204, headers).end())
  const panel = openHttpPanel(t, recorder.url)

  const verdict = await panel.verify(requested, neverAborted)

  t.like(verdict, { kind: 'principal', principal: { subject: 'ada', mailDomain: 'example.org' } })
})

for (const [said, locale] of [
  ['pt_BR', 'pt_BR'],
  ['../de', undefined],
] as const) {
  test(`the panel's word about the language, ${said}, is taken for ${locale ?? 'none'}`, async (t) => {
    const headers = { 'x-panel-user': 'ada', 'x-panel-locale': said }
    const recorder = await startRecorder(t, (_req, res) => void res.writeHead(204, headers).end())

    const verdict = await openHttpPanel(t, recorder.url).verify(requested, neverAborted)

    t.is(verdict.kind === 'principal' ? verdict.principal.locale : 'refused', locale)
  })
}

test('the panel is told the segment, its own cookies and the address, and nothing else', async (t) => {
  const recorder = await startRecorder(t, yes)
  const panel = openHttpPanel(t, `${recorder.url}/auth`)
  const cookieHeader = 'timezone=x; webmailsession=abc; postern=secret; cpsession=def'

  await panel.verify({ ...requested, cookieHeader, clientIp: '198.51.100.7' }, neverAborted)

  const [request] = recorder.requests
  t.is(request?.method, 'GET')
  t.is(request?.url, '/auth')
  t.is(request?.body, '')
  t.is(request?.headers['x-original-uri'], '/cpsess0228251236')
  t.is(request?.headers.cookie, 'cpsession=def; webmailsession=abc')
  t.is(request?.headers['x-forwarded-for'], '198.51.100.7')
  t.is(request?.headers['x-panel-hand-over'], undefined)
})

test('a redirect is never followed', async (t) => {
  const target = await startRecorder(t, yes)
  const recorder = await startRecorder(t, (_req, res) => {
    res.writeHead(302, { location: target.url }).end()
  })
  const panel = openHttpPanel(t, recorder.url)

  await panel.verify(requested, neverAborted)

  t.deepEqual(target.requests, [])
})

test('requests at one time share one question', async (t) => {
  const held: ServerResponse[] = []
  const recorder = await startRecorder(t, (_req, res) => void held.push(res))
  const panel = openHttpPanel(t, recorder.url)
  const waiting = Array.from({ length: 50 }, () => panel.verify(requested, neverAborted))
  await until(() => held.length > 0)

  held[0]?.writeHead(204).end()
  const verdicts = await Promise.all(waiting)

  t.is(recorder.requests.length, 1)
  t.true(verdicts.every(({ kind }) => kind === 'principal'))
})

test('one caller that gives up does not take the response from the others', async (t) => {
  const held: ServerResponse[] = []
  const recorder = await startRecorder(t, (_req, res) => void held.push(res))
  const panel = openHttpPanel(t, recorder.url)
  const impatient = new AbortController()
  const first = panel.verify(requested, impatient.signal)
  const second = panel.verify(requested, neverAborted)
  await until(() => held.length > 0)

  impatient.abort()
  const given = await first
  held[0]?.writeHead(204).end()

  t.deepEqual(given, { kind: 'refused', code: 'panel_unavailable' })
  t.is((await second).kind, 'principal')
})

test('a yes is stored for its time and not longer', async (t) => {
  const recorder = await startRecorder(t, yes)
  let time = 1_000_000
  const panel = openHttpPanel(t, recorder.url, { positiveCacheMs: 10_000, now: () => time })

  await panel.verify(requested, neverAborted)
  time += 9_999
  await panel.verify(requested, neverAborted)
  const early = recorder.requests.length
  time += 1
  await panel.verify(requested, neverAborted)

  t.is(early, 1)
  t.is(recorder.requests.length, 2)
})

test('a yes is not kept beyond the end of the session', async (t) => {
  let time = 1_000_000
  const recorder = await startRecorder(t, (_req, res) => {
    res.writeHead(204, { 'x-panel-expires': '1003' }).end()
  })
  const panel = openHttpPanel(t, recorder.url, { positiveCacheMs: 10_000, now: () => time })

  const before = await panel.verify(requested, neverAborted)
  time += 3_000
  const after = await panel.verify(requested, neverAborted)

  t.is(before.kind, 'principal')
  t.deepEqual(after, { kind: 'refused', code: 'session_expired' })
})

test('a no is stored for its shorter time', async (t) => {
  const recorder = await startRecorder(t, (_req, res) => void res.writeHead(401).end())
  let time = 1_000_000
  const panel = openHttpPanel(t, recorder.url, { negativeCacheMs: 2_000, now: () => time })

  await panel.verify(requested, neverAborted)
  time += 1_999
  await panel.verify(requested, neverAborted)
  const early = recorder.requests.length
  time += 1
  await panel.verify(requested, neverAborted)

  t.is(early, 1)
  t.is(recorder.requests.length, 2)
})

test('an outage is never kept, and an old yes never stands in for it', async (t) => {
  let isUp = true
  let time = 1_000_000
  const recorder = await startRecorder(t, (_req, res) => void res.writeHead(isUp ? 204 : 502).end())
  const panel = openHttpPanel(t, recorder.url, { positiveCacheMs: 10_000, now: () => time })
  await panel.verify(requested, neverAborted)

  time += 10_000
  isUp = false
  const during = await panel.verify(requested, neverAborted)
  isUp = true
  const after = await panel.verify(requested, neverAborted)

  t.deepEqual(during, { kind: 'refused', code: 'panel_unavailable' })
  t.is(after.kind, 'principal')
})

test('another address is another question', async (t) => {
  const recorder = await startRecorder(t, yes)
  const panel = openHttpPanel(t, recorder.url)

  await panel.verify(requested, neverAborted)
  await panel.verify({ ...requested, clientIp: '198.51.100.7' }, neverAborted)

  t.is(recorder.requests.length, 2)
})

test('verdicts beyond the limit push out the oldest', async (t) => {
  const recorder = await startRecorder(t, yes)
  const panel = openHttpPanel(t, recorder.url, { cacheEntries: 2 })
  const from = (clientIp: string) => panel.verify({ ...requested, clientIp }, neverAborted)

  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.1']) await from(address)

  t.is(recorder.requests.length, 4)
})

const outages: Readonly<Record<string, (req: IncomingMessage, res: ServerResponse) => void>> = {
  'a panel that never answers': () => undefined,
  'a panel that breaks off': (req) => void req.socket.destroy(),
  'a panel that answers garbage': (req) => void req.socket.end('SSH-2.0-x\r\n\r\n'),
  'a panel that never ends its answer': (_req, res) => {
    res.writeHead(200, { 'content-length': '10' })
    res.flushHeaders()
  },
}

for (const [fact, response] of Object.entries(outages)) {
  test(`${fact} is refused as unavailable`, async (t) => {
    const server = createServer(response)
    const panel = openHttpPanel(t, await listen(t, server), { timeoutMs: 200 })

    t.is(codeOf(await panel.verify(requested, neverAborted)), 'panel_unavailable')
  })
}

test('a panel that is not there is refused as unavailable and logged without the cookie', async (t) => {
  const logged: unknown[] = []
  const panel = openHttpPanel(t, 'http://127.0.0.1:9', {
    log: { warn: (...line: unknown[]) => void logged.push(line) },
  })

  const verdict = await panel.verify(requested, neverAborted)

  t.is(codeOf(verdict), 'panel_unavailable')
  t.is(logged.length, 1)
  t.false(JSON.stringify(logged).includes('abc'))
})

test('the session key follows the name the panel gives its session', async (t) => {
  const recorder = await startRecorder(t, (_req, res) => {
    res.writeHead(204, { 'x-panel-session': 'robin:AbCdEfGhIjKlMnOp' }).end()
  })
  const panel = openHttpPanel(t, recorder.url)

  const one = await panel.verify(requested, neverAborted)
  const two = await panel.verify(
    { ...requested, cookieHeader: 'webmailsession=abc; cpsession=new' },
    neverAborted,
  )

  t.deepEqual(one, two)
})

test('longer cache times than allowed are an error at construction', (t) => {
  t.throws(() => openHttpPanel(t, 'http://127.0.0.1:9', { positiveCacheMs: 30_001 }))
  t.throws(() => openHttpPanel(t, 'http://127.0.0.1:9', { negativeCacheMs: 2_001 }))
})

function yes(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(204).end()
}

function codeOf(verdict: PanelVerdict): string {
  return verdict.kind === 'refused' ? verdict.code : 'granted'
}

/** Waits for what another socket brings about. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

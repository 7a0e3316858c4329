import test from 'ava'
import { createMetrics } from '../../../plugin/metrics/metrics.ts'
import { createRecentFailures } from '../../../plugin/metrics/recent-failures.ts'
import { createRequestObserver } from '../../../plugin/metrics/request-observer.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { MailFault } from '../../../proxy/mail/model/mail-fault.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'

interface Line {
  readonly level: 'info' | 'warn' | 'debug'
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

function observed({ isDebug = false } = {}) {
  const lines: Line[] = []
  let ms = 0
  const failures = createRecentFailures({ maxEntries: 2 })
  const metrics = createMetrics()
  const observer = createRequestObserver({
    metrics: metrics.requests,
    failures,
    log: {
      info: (fields: object, message: string) =>
        void lines.push({ level: 'info', fields: { ...fields }, message }),
      warn: (fields: object, message: string) =>
        void lines.push({ level: 'warn', fields: { ...fields }, message }),
      debug: (fields: object, message: string) =>
        void lines.push({ level: 'debug', fields: { ...fields }, message }),
      isLevelEnabled: () => isDebug,
    },
    now: () => 1_795_000_000_000,
    stopwatch: () => ms,
  })
  const finish = (tookMs: number, refusal?: Refusal, isClientDisconnected = false) => {
    const trace = observer.start()
    trace.isAction('list')
    trace.isOf('robin@example.test')
    trace.enter('own')
    const span = trace.span('imap')
    ms += tookMs
    span.end()
    observer.finished({
      requestId: 'a39eb5f3',
      clientIp: '192.0.2.1',
      trace,
      refusal,
      isClientDisconnected,
    })
  }
  return { lines, failures, metrics, finish }
}

test('a quick request leaves no line', (t) => {
  const { lines, finish } = observed()

  finish(20)

  t.deepEqual(lines, [])
})

test('at the level debug a quick request has a line with its phases and no cause', (t) => {
  const { lines, finish } = observed({ isDebug: true })

  finish(20)
  finish(20, undefined, true)

  t.like(lines[0], {
    level: 'debug',
    message: 'request answered',
    fields: { requestId: 'a39eb5f3', action: 'list', ms: 20, phases: { imap: 20 } },
  })
  t.false('what' in (lines[0]?.fields ?? {}))
  t.like(lines[1], { level: 'debug', message: 'request left by its client' })
})

test('a slow request names who, where its time went, and what to look at', (t) => {
  const { lines, finish } = observed()

  finish(4_000)

  t.like(lines[0], {
    level: 'warn',
    message: 'request slow',
    fields: {
      requestId: 'a39eb5f3',
      action: 'list',
      user: 'robin@example.test',
      ms: 4_000,
      phases: { imap: 4_000 },
      what: 'the mail server was slow',
    },
  })
})

const causes: readonly (readonly [name: string, refusal: Refusal, expected: object])[] = [
  [
    'the limit of connections of the mail server',
    new Refusal('mail_busy', { cause: new MailFault('limit_reached', 'Maximum number') }),
    { what: "the mail server's limit of connections per user is reached" },
  ],
  [
    'our own limit of waiting requests',
    new Refusal('mail_busy', { cause: new MailFault('busy', 'Too many requests are waiting') }),
    { setting: undefined },
  ],
  [
    'a locked database',
    new Refusal('store_unavailable', { cause: new StoreUnavailable('database', '5', undefined) }),
    { advice: 'another program holds the SQL database locked: find and end it' },
  ],
  [
    'a spool on a full disk',
    new Refusal('store_unavailable', { cause: new StoreUnavailable('spool', '13', undefined) }),
    { what: 'the private spool cannot be written (code 13: the disk is full)' },
  ],
  [
    'a panel that is silent',
    new Refusal('panel_unavailable'),
    { advice: 'check the panel and panel.http.authUrl' },
  ],
  ['an error of ours', new Refusal('internal'), { what: 'an error in Postern itself' }],
]
for (const [name, refusal, expected] of causes) {
  test(`a failed request names ${name}`, (t) => {
    const { lines, finish } = observed()

    finish(5, refusal)

    t.like(lines[0], { level: 'warn', message: 'request failed', fields: expected })
  })
}

test('an everyday refusal is a line of level info and no failure', (t) => {
  const { lines, failures, finish } = observed()

  finish(5, new Refusal('not_signed_in'))

  t.like(lines[0], { level: 'info', message: 'request refused' })
  t.deepEqual(failures.list(), [])
})

test('a request whose client went away is counted and not explained', async (t) => {
  const { lines, metrics, finish } = observed()

  finish(5_000, new Refusal('mail_timeout'), true)

  t.deepEqual(lines, [])
  t.regex((await metrics.render()).body, /outcome="aborted"\} 1/)
})

test('the status page hears of the newest failures only', (t) => {
  const { failures, finish } = observed()

  for (const ms of [2_000, 3_000, 4_000]) finish(ms)

  t.deepEqual(
    failures.list().map(({ totalMs }) => totalMs),
    [4_000, 3_000],
  )
})

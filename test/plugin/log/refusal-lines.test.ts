import test from 'ava'
import { failureOf } from '../../../plugin/response/failure.ts'
import { createMetrics } from '../../../plugin/metrics/metrics.ts'
import { createRecentFailures } from '../../../plugin/metrics/recent-failures.ts'
import { createRequestObserver } from '../../../plugin/metrics/request-observer.ts'
import { Refusal, refusals, type RefusalCode } from '../../../plugin/http/refusal.ts'

// Anyone who is refused is shown a request id. The operational log has one line with it for every refusal; the
// error log one for what the service could not do, and for a request that failed its security check.

const failedChecks: ReadonlySet<RefusalCode> = new Set([
  'token_mismatch',
  'cookie_needs_tls',
  'other_signed_in',
])

for (const code of codes()) {
  const isError = refusals[code].status >= 500 || failedChecks.has(code)
  test(`${code} has one line with its request id, and ${isError ? 'one' : 'none'} in the error log`, (t) => {
    const { logged, refusal } = failureOf(new Refusal(code), '192.0.2.1', '')

    t.is(logged !== undefined, isError)
    t.deepEqual(observedLines(refusal), ['a39eb5f3'])
  })
}

test('a request that met its time limit has a line in the error log', (t) => {
  const error = new DOMException('The operation was aborted', 'AbortError')

  const { logged, refusal } = failureOf(error, '192.0.2.1', '')

  t.is(refusal.code, 'timed_out')
  t.deepEqual(logged, { kind: 'PHP', message: 'timed_out: This took too long and was stopped.' })
})

function codes(): readonly RefusalCode[] {
  const isCode = (name: string): name is RefusalCode => name in refusals
  return Object.keys(refusals).filter(isCode)
}

/** The request ids of the lines of the operational log. */
function observedLines(refusal: Refusal): readonly unknown[] {
  const ids: unknown[] = []
  const note = (fields: object) => {
    ids.push('requestId' in fields ? fields.requestId : undefined)
  }
  const observer = createRequestObserver({
    metrics: createMetrics().requests,
    failures: createRecentFailures({ maxEntries: 2 }),
    log: { info: note, warn: note, debug: note, isLevelEnabled: () => false },
    now: () => 1_795_000_000_000,
    stopwatch: () => 0,
  })
  const trace = observer.start()
  observer.finished({
    requestId: 'a39eb5f3',
    clientIp: '192.0.2.1',
    trace,
    refusal,
    isClientDisconnected: false,
  })
  return ids
}

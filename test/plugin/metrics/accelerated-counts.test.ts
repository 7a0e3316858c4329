import test from 'ava'
import { createAcceleratedCounts } from '../../../plugin/metrics/accelerated-counts.ts'
import { acceleratorFindings, shareOf } from '../../../plugin/findings/accelerator-findings.ts'

const HOUR_MS = 3_600_000

test('counts of one outcome are summed up over the hours', (t) => {
  let now = 0
  const counts = createAcceleratedCounts({ now: () => now })

  counts.count('list', 'postern')
  now += HOUR_MS
  counts.count('list', 'postern')
  counts.count('list', 'news')

  t.deepEqual(counts.recent(), [
    { action: 'list', by: 'postern', requests: 2 },
    { action: 'list', by: 'news', requests: 1 },
  ])
})

test('what was counted a day ago is not recent', (t) => {
  let now = 0
  const counts = createAcceleratedCounts({ now: () => now })

  counts.count('list', 'not_learned')
  now += 24 * HOUR_MS

  t.deepEqual(counts.recent(), [])
})

test('sign-ins are no part of the share', (t) => {
  const share = shareOf([
    { action: 'sign-in', by: 'switched_off', requests: 500 },
    { action: 'refresh', by: 'postern', requests: 3 },
    { action: 'list', by: 'news', requests: 1 },
  ])

  t.deepEqual(share, { requests: 4, own: 3, reasons: { news: 1 } })
})

test('a share below 80 % is a warning with the most frequent reasons and what to do', (t) => {
  const reasons = { mail_failed: 30, not_learned: 50, news: 1, no_session: 2 }
  const [finding] = acceleratorFindings({ requests: 200, own: 117, reasons })

  t.is(finding?.id, 'accelerator.low-share')
  t.is(finding?.severity, 'warning')
  t.regex(finding?.seen ?? '', /^Postern answered 58 % of 200 hot requests/)
  const advice = finding?.advice?.split('\n').map((line) => line.trim()) ?? []
  t.deepEqual(
    advice.map((line) => line.split(',')[0]),
    ['25 % not_learned', '15 % mail_failed', '1 % no_session'],
  )
  t.regex(advice[0] ?? '', /usual in the first minutes of a user/)
})

test('a share of 80 % is fine', (t) => {
  const [finding] = acceleratorFindings({ requests: 200, own: 160, reasons: { news: 40 } })

  t.is(finding?.severity, 'fine')
})

test('a share of fewer than 200 requests is not judged', (t) => {
  t.deepEqual(acceleratorFindings({ requests: 199, own: 0, reasons: { news: 199 } }), [])
})

test('a reason that this release does not know is told by its name', (t) => {
  const [finding] = acceleratorFindings({ requests: 200, own: 0, reasons: { eclipsed: 200 } })

  t.regex(finding?.advice ?? '', /^100 % eclipsed/)
})

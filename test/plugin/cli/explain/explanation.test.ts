import test from 'ava'
import { createEvidenceCollector } from '../../../../plugin/cli/explain/evidence.ts'
import { explanationOf } from '../../../../plugin/cli/explain/explanation.ts'

const ID = 'a39eb5f3'
const TIME = '2026-11-21T02:52:22.412Z'
const AUDIT = {
  ...{
    level: 'info',
    time: TIME,
    audit: 'sign-in',
    result: 'accepted',
    user: 'robin@example.test',
  },
  ...{ ip: '198.51.100.7', how: 'form', requestId: ID, msg: 'audit' },
}
const SLOW = {
  ...{ level: 'warn', time: TIME, requestId: ID, action: 'login', user: 'robin@example.test' },
  ...{ ms: 4_012, phases: { own: 12, imap: 4_000 }, ip: '198.51.100.7', msg: 'request slow' },
  ...{ what: 'the mail server was slow to judge a password', advice: 'look at its passdb' },
}

function explanationFrom(...lines: readonly object[]) {
  const collector = createEvidenceCollector(ID, 'UTC')
  for (const line of lines) collector.operationalLine(JSON.stringify(line))
  return explanationOf(ID, collector.found())
}

test('a sign-in that was slow is told with its time, and not by its line of the audit', (t) => {
  const explanation = explanationFrom(AUDIT, SLOW)

  t.like(explanation, { outcome: 'request slow', action: 'login', ms: 4_012 })
  t.deepEqual(explanation?.phases, SLOW.phases)
})

test('a sign-in that nothing is wrong with is told by its line of the audit, and no cause is named', (t) => {
  const explanation = explanationFrom(AUDIT)

  t.like(explanation, {
    outcome: 'sign-in accepted',
    user: 'robin@example.test',
    ip: '198.51.100.7',
  })
  t.deepEqual(explanation?.causes, [])
})

test('whom a refused sign-in was for is told where only the audit knows it', (t) => {
  const refused = { ...SLOW, user: undefined, msg: 'request refused', refusal: 'sign_in_failed' }

  const explanation = explanationFrom({ ...AUDIT, result: 'sign_in_failed' }, refused)

  t.like(explanation, { outcome: 'request refused (sign_in_failed)', user: 'robin@example.test' })
})

test('a request that was answered in time is told with its phases, and no cause is named', (t) => {
  const { what, advice, ...answered } = { ...SLOW, level: 'debug', msg: 'request answered', ms: 12 }
  t.truthy(what + advice)

  const explanation = explanationFrom(answered)

  t.like(explanation, { outcome: 'request answered', ms: 12 })
  t.deepEqual(explanation?.causes, [])
})

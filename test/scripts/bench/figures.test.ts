import test from 'ava'
import { readCommandLine } from '../../../scripts/bench/scenarios/command-line.ts'
import { latenciesOf, medianOf } from '../../../scripts/bench/measure/latencies.ts'
import { pageStateOf, readWire } from '../../../scripts/bench/load/wire.ts'

test('percentiles are values that were measured', (t) => {
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index)

  t.deepEqual(latenciesOf(samples), { p50Ms: 50, p95Ms: 95, p99Ms: 99, maxMs: 100 })
})

test('nothing measured has no percentiles', (t) => {
  t.deepEqual(latenciesOf([]), {
    p50Ms: undefined,
    p95Ms: undefined,
    p99Ms: undefined,
    maxMs: undefined,
  })
  t.is(medianOf([]), undefined)
})

test('the median of rounds is one of them', (t) => {
  t.is(medianOf([30, 10, 20]), 20)
  t.is(medianOf([40, 10, 20, 30]), 20)
})

test('the state of a page is read from our data block and from the call of Roundcube', (t) => {
  const state = '{"task":"mail","request_token":"abc"}'

  t.deepEqual(pageStateOf(`<script type="application/json" id="postern-env">${state}</script>`), {
    task: 'mail',
    requestToken: 'abc',
  })
  t.deepEqual(pageStateOf(`<script>\nrcmail.set_env(${state});\n</script>`), {
    task: 'mail',
    requestToken: 'abc',
  })
  t.is(pageStateOf('<p>502 Bad Gateway</p>'), undefined)
})

test('rows, counts and uids are read from the script lines of the wire', (t) => {
  const exec =
    'this.set_unread_count("INBOX",7,true,"");\nthis.add_message_row(12,{},{},false);\nthis.add_message_row(11,{},{},false);\n'

  const wire = readWire(JSON.stringify({ action: 'list', env: { messagecount: 40 }, exec }))

  t.like(wire, { action: 'list', rows: 2, messageCount: 40, unread: 7 })
  t.is(wire.uids(), '12,11')
})

test('the command line names parts, and unknown ones are refused', (t) => {
  t.deepEqual([...readCommandLine(['--only', 'login,hold']).parts], ['login', 'hold'])
  t.is(readCommandLine(['--quick']).holdSeconds, 30)
  t.throws(() => readCommandLine(['--only', 'everything']))
})

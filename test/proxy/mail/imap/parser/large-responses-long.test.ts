import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { isLong } from '../../../../support/process/long-tests.ts'
import { openEngine, patient, request } from '../../engine.ts'
import type { HostileResponse } from '../../../../support/imap/hostile-response.ts'

// How long others wait while a server says the worst it can: npm run test:long.

const MIB = 1024 * 1024
const LONGEST_WAIT_MS = 50
/** A collection of garbage that others left is not the response's: the shortest of so many counts. */
const ATTEMPTS = 3
const longTest = isLong ? test : test.skip

const victim = { user: 'victim@example.test', password: 'secret', authorizationId: undefined }

const heads = [
  '* 1 FETCH (UID 7 BODYSTRUCTURE ',
  '* 1 FETCH (UID 7 FLAGS (',
  '* 1 FETCH (UID 7 ENVELOPE (NIL "',
  '* 1 FETCH (UID 7 ENVELOPE (NIL "x" (',
  '* OK [COPYUID 1 ',
  '* OK [X ',
  '* SEARCH ',
  '* SORT ',
  '* ESEARCH UID ALL 1,',
  '* THREAD ',
  '* LIST (',
  '* STATUS INBOX (',
  '* NAMESPACE ',
  '* ',
  '',
] as const
const units = [
  ...[
    '(',
    ')',
    '()',
    '(()',
    '"',
    '\\"',
    '\\',
    '"" ',
    'NIL ',
    'a',
    'a ',
    'a b ',
    '[',
    ']',
    '{',
    '~{',
  ],
  ...[
    '{0}\r\n',
    '{1}\r\nx',
    '\r\n',
    '\n',
    '* 1 FETCH (FLAGS (x))\r\n',
    '1',
    '1 ',
    '2 1 ',
    '9,7,',
    '1:9,',
  ],
  ...[
    '1:4000000 ',
    '\0',
    '\xff',
    '=?utf-8?q?x?= ',
    '("a" NIL "b" "c")',
    '("A" "B" ("C" "D") NIL NIL "E" 1)',
  ],
] as const

const responses = fc.record({
  head: fc.constantFrom(...heads),
  unit: fc.constantFrom(...units),
  bytes: fc.constantFrom(MIB / 16, MIB, 2 * MIB, 8 * MIB - 1024, 64 * MIB),
  tail: fc.constantFrom('', ')', '))', '"))', ']', '\r\n'),
})

longTest('nobody else waits for an answer of up to 64 MiB, whatever it says', async (t) => {
  t.timeout(30 * 60_000)
  const server = await startHostile(t)
  const wait = (response: HostileResponse) => shortestWait(t, server, response)

  await fc.assert(
    fc.asyncProperty(responses, async (response) => (await wait(response)) <= LONGEST_WAIT_MS),
    { numRuns: Number(process.env['LONG_RUNS'] ?? 200) },
  )

  t.pass()
})

interface Hostile {
  readonly port: number
  say(response: HostileResponse): Promise<void>
}

async function startHostile(t: ExecutionContext): Promise<Hostile> {
  // tsx is not at work in a thread unless it is asked there.
  const file = JSON.stringify(
    new URL('../../../../support/imap/hostile-server.ts', import.meta.url).href,
  )
  const worker = new Worker(
    `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}) })`,
    { eval: true },
  )
  t.teardown(() => worker.terminate())
  const [port] = (await once(worker, 'message')) as readonly unknown[]
  return {
    port: Number(port),
    say: async (response) => {
      worker.postMessage(response)
      await once(worker, 'message')
    },
  }
}

async function shortestWait(
  t: ExecutionContext,
  server: Hostile,
  response: HostileResponse,
): Promise<number> {
  await server.say(response)
  let shortest = Infinity
  for (let attempt = 0; attempt < ATTEMPTS && shortest > LONGEST_WAIT_MS; attempt += 1) {
    shortest = Math.min(shortest, await longestWork(t, server))
  }
  if (shortest > 25) t.log(`${Math.round(shortest)} ms`, JSON.stringify(response))
  return shortest
}

/** The longest work, in ms of processor time, after which others had their turn while the response came. */
async function longestWork(t: ExecutionContext, server: Hostile): Promise<number> {
  const { accounts } = openEngine(t, server, { responseMs: 3_000, commandTimeoutMs: 3_000 })
  const page = accounts.account(victim, '192.0.2.1').page(request(), patient)
  const isOver = settled(page)
  let longest = 0
  for (let last = workedMs(); !isOver();) {
    await turn()
    const now = workedMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  await accounts.close()
  return longest
}

function settled(work: Promise<unknown>): () => boolean {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  work.then(settle, settle)
  return () => isSettled
}

/** Processor time of this thread (proc(5)): what else the machine does is not in it. */
function workedMs(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(
    ' ',
  )
  return Number(nanoseconds) / 1e6
}

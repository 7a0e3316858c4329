import test from 'ava'
import { PosternStopped, type SessionChange } from '../../../plugin/session-move/give-sessions.ts'
import { untilQuiet } from '../../../plugin/session-move/until-quiet.ts'

const WRITTEN: SessionChange = { kind: 'ended', id: 'a'.repeat(32) }

/** Waits take no time, and the clock continues by them. Writes arrive at these times; the switch is made at the first of all. */
function roundcubeThatWrites(atMs: readonly number[]) {
  let nowMs = 0
  const due = [...atMs]
  const waiting: (() => void)[] = []
  async function* changes(): AsyncGenerator<SessionChange> {
    for (;;) {
      if (due[0] !== undefined && due[0] <= nowMs) {
        due.shift()
        yield WRITTEN
      } else await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return {
    changes: changes(),
    switched: { isDone: () => true },
    now: () => nowMs,
    async wait(ms: number) {
      nowMs += ms
      waiting.splice(0).forEach((resume) => resume())
      await new Promise(setImmediate)
    },
  }
}

test('a Roundcube that continues in the old way is waited for until it has written nothing for 3 seconds', async (t) => {
  const roundcube = roundcubeThatWrites([500, 2_000])

  t.is(await untilQuiet(roundcube), 'quiet')
  t.is(roundcube.now(), 5_000)
})

test('a Roundcube that never ends to write is waited for a minute', async (t) => {
  const seconds = Array.from({ length: 120 }, (_, second) => second * 1_000)
  const roundcube = roundcubeThatWrites(seconds)

  t.is(await untilQuiet(roundcube), 'still written')
  t.is(roundcube.now(), 60_000)
})

test('a Postern that stops ends the wait', async (t) => {
  async function* none(): AsyncGenerator<SessionChange> {
    yield { kind: 'all' }
  }

  await t.throwsAsync(untilQuiet({ ...roundcubeThatWrites([]), changes: none() }), {
    instanceOf: PosternStopped,
  })
})

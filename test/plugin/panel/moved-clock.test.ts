import test from 'ava'
import { startRecorder } from '../../proxy/upstream/recorder.ts'
import { evidence, neverAborted } from './adapter/contract.ts'
import { requested as askedCpanel, sessionWith, sound } from './cpanel/servers.ts'
import { openShimPanel, startShim } from './shim/servers.ts'
import { openHttpPanel } from '../../support/panel/start-simulator.ts'

// Panels tell times by the clock of their machine, which is often ours. A user may set it while ours
// (plugin/process/clock.ts) continues.

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const requests = evidence({ cookieHeader: 'webmailsession=abc', segmentDigits: '0228251236' })

/** The clock that measures ages, and that of the machine. */
function movableClocks(start = Date.UTC(2026, 10, 22)) {
  let [steadyMs, wallMs] = [start, start]
  return {
    now: () => steadyMs,
    wall: () => wallMs,
    moveWall: (ms: number) => void (wallMs += ms),
    pass: (ms: number) => {
      steadyMs += ms
      wallMs += ms
    },
  }
}

for (const movedMs of [HOUR_MS, -HOUR_MS]) {
  const direction = movedMs > 0 ? 'an hour ahead' : 'an hour back'

  test(`a clock that moves ${direction} ends no session of a panel that reports when it ends`, async (t) => {
    const clocks = movableClocks()
    const { wall, moveWall } = clocks
    const recorder = await startRecorder(t, (_req, res) => {
      const ends = Math.floor((wall() + 10 * MINUTE_MS) / 1_000)
      res.writeHead(204, { 'x-panel-expires': `${ends}` }).end()
    })
    const panel = openHttpPanel(t, recorder.url, { positiveCacheMs: 10_000, ...clocks })

    moveWall(movedMs)
    const first = await panel.verify(requests, neverAborted)
    const second = await panel.verify(requests, neverAborted)

    t.is(first.kind, 'principal')
    t.is(second.kind, 'principal')
    t.is(recorder.requests.length, 1, 'a verdict is kept as before')
  })

  test(`a verdict is stored for its time while the clock moves ${direction}, and not longer`, async (t) => {
    const clocks = movableClocks()
    const recorder = await startRecorder(t, (_req, res) => void res.writeHead(204).end())
    const panel = openHttpPanel(t, recorder.url, { positiveCacheMs: 10_000, ...clocks })
    await panel.verify(requests, neverAborted)

    clocks.moveWall(movedMs)
    clocks.pass(9_999)
    await panel.verify(requests, neverAborted)
    const early = recorder.requests.length
    clocks.pass(1)
    await panel.verify(requests, neverAborted)

    t.is(early, 1)
    t.is(recorder.requests.length, 2)
  })

  test(`who signs in at cPanel after the clock moved ${direction} is signed in for the default time`, async (t) => {
    const clocks = movableClocks(Date.now())
    clocks.moveWall(movedMs)
    const signedInAt = String(Math.floor(clocks.wall() / 1_000))
    const { panel } = await sessionWith(
      t,
      { ...sound, successful_internal_auth_with_timestamp: signedInAt },
      { rules: { absoluteMs: 30 * MINUTE_MS }, ...clocks },
    )
    const isSignedIn = async () => (await panel.verify(evidence(askedCpanel), neverAborted)).kind

    const first = await isSignedIn()
    clocks.pass(29 * MINUTE_MS)
    const second = await isSignedIn()
    clocks.pass(2 * MINUTE_MS)
    const third = await isSignedIn()

    t.deepEqual([first, second, third], ['principal', 'principal', 'refused'])
  })
}

test('signatures of a shim are counted by time that passes, not by a clock that was set back', async (t) => {
  const stand = await startShim(t)
  let passedMs = 0
  const start = Date.now()
  const panel = openShimPanel(stand, {
    requestsPerAccount: 1,
    now: () => start + passedMs,
    // Set back to what it was, as often as time passes.
    wall: Date.now,
  })
  const verify = async () => {
    await (await fetch(`${stand.url}?_task=mail`)).text()
    return panel.verify(stand.evidenceOf(stand.requests.at(-1)), neverAborted)
  }

  const first = await verify()
  const second = await verify()
  passedMs = 61_000
  const third = await verify()

  t.is(first.kind, 'principal')
  t.deepEqual(second, { kind: 'refused', code: 'panel_unavailable' })
  t.is(third.kind, 'principal')
})

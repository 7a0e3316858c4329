import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { PosternConfig } from '../support/postern/postern.ts'
import { temporaryDirectory } from '../support/process/temporary-directory.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'
import { isSignedIn, openStand, type Stand } from '../support/faults/servers.ts'

const preload = fileURLToPath(new URL('../support/process/moved-clock.mjs', import.meta.url))
const HOUR_MS = 3_600_000
const WINDOW_MS = 900_000

for (const [direction, movedMs] of [
  ['an hour ahead', HOUR_MS],
  ['an hour back', -HOUR_MS],
  ['a day ahead', 24 * HOUR_MS],
] as const) {
  test.serial(`a clock that moves ${direction} signs no one out, also not by a kill`, async (t) => {
    const file = join(await temporaryDirectory(t), 'moved')
    const process = { env: { MOVED_CLOCK_FILE: file }, nodeArgs: ['--import', preload] }
    const stand = await openStand(t, {}, process)
    const { client } = await stand.signIn()
    const { client: idle } = await stand.signIn()

    await writeFile(file, String(movedMs))

    t.is(
      await stand.reportCount('the clock of the machine was moved: ages are measured without it'),
      1,
    )
    t.regex(await stand.errorLog(/clock/), /the clock of the machine moved by -?\d+ s/)
    t.true(await isSignedIn(stand, client))
    const { response } = await stand.signIn()
    t.is(response.status, 302)
    await stand.postern().kill()
    await stand.restart()
    t.true(await isSignedIn(stand, client))
    t.true(await isSignedIn(stand, idle))
  })
}

test.serial('a clock that is set right again signs no one out', async (t) => {
  const file = join(await temporaryDirectory(t), 'moved')
  await writeFile(file, String(HOUR_MS))
  const process = { env: { MOVED_CLOCK_FILE: file }, nodeArgs: ['--import', preload] }
  const stand = await openStand(t, {}, process)
  const { client } = await stand.signIn()

  await writeFile(file, '0')
  await stand.reportCount('the clock of the machine was moved: ages are measured without it')
  await writeFile(file, String(HOUR_MS))

  t.true(await isSignedIn(stand, client))
  await stand.restart()
  t.true(await isSignedIn(stand, client))
})

for (const [direction, movedMs] of [
  ['an hour ahead', HOUR_MS],
  ['an hour back', -HOUR_MS],
] as const) {
  test.serial(`a clock that moves ${direction} brings no one back who signed out`, async (t) => {
    const { stand, moveClock } = await openMovable(t)
    const { client } = await stand.signIn()
    const { client: other } = await stand.signIn()
    await client.post('?_task=logout', { _token: client.token() })

    await moveClock(movedMs)

    t.deepEqual([await isSignedIn(stand, client), await isSignedIn(stand, other)], [false, true])
    await stand.postern().kill()
    await stand.restart()
    t.deepEqual([await isSignedIn(stand, client), await isSignedIn(stand, other)], [false, true])
  })

  test.serial(`a clock that moves ${direction} neither ends nor lengthens a lock`, async (t) => {
    const { stand, moveClock } = await openMovable(t, {
      signIn: { lockAfter: 2, windowMs: WINDOW_MS },
      tuning: { signIn: { delaysMs: [0] } },
    })
    const first = [await guess(stand), await guess(stand)]
    const before = await guess(stand)

    await moveClock(movedMs)
    const after = await guess(stand)

    t.deepEqual(
      first.map(({ status }) => status),
      [401, 401],
    )
    t.is(before.status, 429)
    t.is(after.status, 429)
    t.true(
      after.retryAfterMs > 0 && after.retryAfterMs <= before.retryAfterMs,
      `${after.retryAfterMs}`,
    )
    // As long as a busy machine may take for this, and far less than the hour.
    t.true(before.retryAfterMs - after.retryAfterMs < 5 * 60_000, `${after.retryAfterMs}`)
  })
}

/** A Postern whose machine's clock can be moved; resolves when it has noticed. */
async function openMovable(t: ExecutionContext, config: PosternConfig = {}) {
  const file = join(await temporaryDirectory(t), 'moved')
  const process = { env: { MOVED_CLOCK_FILE: file }, nodeArgs: ['--import', preload] }
  const stand = await openStand(t, config, process)
  return {
    stand,
    moveClock: async (movedMs: number) => {
      await writeFile(file, String(movedMs))
      await stand.reportCount('the clock of the machine was moved: ages are measured without it')
    },
  }
}

/** A sign-in with a wrong password. */
async function guess(stand: Stand) {
  const client = createWebmailClient(stand.postern().base())
  const { status, headers } = await client.submitSignIn('robin@example.test', 'a guess')
  return { status, retryAfterMs: 1_000 * Number(headers.get('retry-after')) }
}

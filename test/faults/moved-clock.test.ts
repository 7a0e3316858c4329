import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { isSignedIn, openStand } from './stand.ts'

const preload = fileURLToPath(new URL('../support/moved-clock.mjs', import.meta.url))
const HOUR_MS = 3_600_000

for (const [direction, movedMs] of [
  ['an hour ahead', HOUR_MS],
  ['an hour back', -HOUR_MS],
  ['a day ahead', 24 * HOUR_MS],
] as const) {
  test.serial(`a clock that moves ${direction} signs nobody out, also not by a kill`, async (t) => {
    const file = join(await temporaryDirectory(t), 'moved')
    const process = { env: { MOVED_CLOCK_FILE: file }, nodeArgs: ['--import', preload] }
    const stand = await openStand(t, {}, process)
    const { client } = await stand.signIn()
    const { client: idle } = await stand.signIn()

    await writeFile(file, String(movedMs))

    t.is(
      await stand.timesTold('the clock of the machine was moved: ages are measured without it'),
      1,
    )
    t.regex(await stand.errorLog(/clock/), /the clock of the machine moved by -?\d+ s/)
    t.true(await isSignedIn(stand, client))
    const { answer } = await stand.signIn()
    t.is(answer.status, 302)
    await stand.postern().kill()
    await stand.restart()
    t.true(await isSignedIn(stand, client))
    t.true(await isSignedIn(stand, idle))
  })
}

test.serial('a clock that is set right again signs nobody out', async (t) => {
  const file = join(await temporaryDirectory(t), 'moved')
  await writeFile(file, String(HOUR_MS))
  const process = { env: { MOVED_CLOCK_FILE: file }, nodeArgs: ['--import', preload] }
  const stand = await openStand(t, {}, process)
  const { client } = await stand.signIn()

  await writeFile(file, '0')
  await stand.timesTold('the clock of the machine was moved: ages are measured without it')
  await writeFile(file, String(HOUR_MS))

  t.true(await isSignedIn(stand, client))
  await stand.restart()
  t.true(await isSignedIn(stand, client))
})

import { cp, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { z } from 'zod'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { layoutAt } from '../../../scripts/install/machine/layout.ts'
import { lookAround } from '../../../scripts/install/machine/machine.ts'
import { createFindOwner } from '../../../scripts/install/machine/ownership.ts'
import { openService } from '../../../scripts/install/service/open.ts'
import { eventually } from '../../support/database/rows.ts'
import { earlierRelease, hasCommit } from '../../support/install/earlier-release.ts'
import { shareServers, startMachine } from '../../support/install/machine.ts'
import { saveInVersion1, storedIds } from '../../support/install/version-1-things.ts'
import { createOwnThings } from '../../support/personal/own-things.ts'
import { isLong } from '../../support/process/long-tests.ts'

// Two real releases, of two schema versions (plugin/docs/schema-versions.md).

/** The last commit whose tables are those of version 1. */
const VERSION_1 = '4234b6511cc6ee48be7619b1cde12bc9cf9f6577'

const shared = shareServers(test)

const isPossible = isLong && hasCommit(VERSION_1)
const orSkip = isPossible ? test : test.skip

orSkip(
  'a release of schema version 1 is upgraded without a loss, and gone back to as the document says',
  async (t) => {
    t.timeout(1_800_000)
    const earlier = await earlierRelease(VERSION_1, '0.0.9')
    const machine = await startMachine(t, shared)
    const { dovecot, prefix, release } = machine
    const layout = layoutAt(prefix)
    const service = openService(layout, await lookAround(layout), createFindOwner(false))
    const first = await machine.install(earlier, '--config', machine.configFile)
    t.is(first.code, 0, first.output)
    const user = await machine.panelUser()
    t.is((await user.signIn(dovecot.userName(1), dovecot.password)).status, 302)
    const owner = dovecot.userName(1)
    const ofVersion1: string[] = []
    for (let n = 1; n <= 4; n += 1) ofVersion1.push(...(await saveInVersion1(user, owner, n)))
    const missing = async () => {
      const stored = await storedIds(user)
      return ofVersion1.filter((id) => !stored.includes(id))
    }
    t.deepEqual(await missing(), [])

    t.teardown(() => stopVersion1(prefix))

    // As the document says: with all stopped.
    await stopVersion1(prefix)
    const copied = ['var/lib/postern', 'etc/postern/secrets', 'opt/postern/state.json']
    for (const path of copied) {
      await cp(join(prefix, path), join(prefix, '..', 'copy', path), { recursive: true })
    }
    const upgraded = await machine.install(release)

    t.is(upgraded.code, 0, upgraded.output)
    t.is((await user.list('INBOX')).action, 'list', 'nobody has signed in again')
    t.deepEqual(await missing(), [])
    const ofVersion2 = createOwnThings(owner)
    for (let turn = 0; turn < 4; turn += 1) await ofVersion2.saveNext(user, user)

    await service.stop()
    for (const path of copied) {
      await rename(join(prefix, path), join(prefix, '..', path.replaceAll('/', '-')))
      await cp(join(prefix, '..', 'copy', path), join(prefix, path), { recursive: true })
    }
    const back = await machine.install(earlier)

    t.is(back.code, 0, back.output)
    t.is((await user.list('INBOX')).action, 'list')
    t.deepEqual(await missing(), [])
    ofVersion1.push(...(await saveInVersion1(user, owner, 5)))
    await stopVersion1(prefix)
    const again = await machine.install(release)
    t.is(again.code, 0, again.output)
    t.deepEqual(await missing(), [])
  },
)

/** Where the supervisor of that release says what runs; its name is another one by now. */
const version1State = z
  .record(z.string(), z.unknown())
  .transform((state) => z.int().min(2).parse(state['keeper']))

/** Ends Postern and its supervisor, as the systemd of a server would. */
async function stopVersion1(prefix: string): Promise<void> {
  const text = await unlessMissing(readFile(join(prefix, 'run/postern/keeper.json'), 'utf8'))
  if (text === undefined) return
  const supervisor = version1State.parse(JSON.parse(text))
  const isThere = async () => (await commandLineOf(supervisor)).includes('keeper')
  if (!(await isThere())) return
  process.kill(supervisor, 'SIGTERM')
  if (await eventually(isThere, (there) => !there)) throw new Error('it does not end')
}

async function commandLineOf(pid: number): Promise<string> {
  return (await unlessMissing(readFile(`/proc/${pid}/cmdline`, 'utf8'))) ?? ''
}

import type { TestFn } from 'ava'
import { startDovecot, type Dovecot } from '../dovecot/dovecot.ts'
import type { SharedServers } from './machine.ts'
import { packagedRelease } from './packaged-release.ts'

/** Makes the package and starts the mail server once for all tests of the file that calls it. */
export function shareServers(test: TestFn): SharedServers {
  let release: string | undefined
  let dovecot: Dovecot | undefined
  test.before(async () => {
    release = (await packagedRelease()).path
    dovecot = await startDovecot()
  })
  test.after.always(async () => {
    await dovecot?.stop()
  })
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('not started yet')
    return part
  }
  return {
    get release() {
      return started(release)
    },
    get dovecot() {
      return started(dovecot)
    },
  }
}

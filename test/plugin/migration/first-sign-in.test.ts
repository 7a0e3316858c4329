import { pino } from 'pino'
import test from 'ava'
import { createFirstSignIn } from '../../../plugin/migration/first-sign-in.ts'
import { emptyData } from '../../../plugin/migration/data-schema.ts'
import type { Migration } from '../../../plugin/migration/migrate.ts'
import { RoundcubeFault, type RoundcubeSource, type RoundcubeData } from '../../../store/index.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'

const none = { added: 0, changed: 0, same: 0 }

/** Sign-ins over a source that gives `read` for each user; `taken` are those who were taken over. */
function signIns(read: (username: string) => RoundcubeData, open?: () => void) {
  const taken: string[] = []
  let opened = 0
  const source: RoundcubeSource = {
    people: async (username = '') => [{ userId: 1, username, mailHost: 'localhost' }],
    read: async ({ username }) => read(username),
    close: async () => undefined,
  }
  const migration: Migration = {
    isDone: async () => false,
    async migrate({ username }) {
      taken.push(username)
      return {
        ...{ contacts: none, recipients: none, trustedSenders: none, identities: none },
        ...{ templates: none, preferences: { taken: [], kept: [], left: [], same: 0 } },
        ...{ problems: [], problemCount: 0 },
      }
    },
  }
  const signIn = createFirstSignIn({
    migration,
    open: async () => {
      opened += 1
      open?.()
      return source
    },
    mailHost: null,
    waitMs: 60_000,
    log: pino({ level: 'silent' }),
    now: () => 1_000_000,
  })
  return {
    taken,
    opened: () => opened,
    signIn: (username: string) => signIn({ username, mailHost: 'x' }),
  }
}

test('who has more than is read keeps no one else from being taken over, and is not read at once again', async (t) => {
  const { signIn, taken, opened } = signIns((username) => {
    if (username === 'hoarder') throw new RoundcubeFault('too_many_entries', '30001 contacts')
    return emptyData
  })

  await signIn('hoarder')
  await signIn('anna')
  await signIn('hoarder')

  t.deepEqual(taken, ['anna'])
  t.is(opened(), 2)
})

test("a fault of any kind in the data of one user is that user's", async (t) => {
  const { signIn, taken } = signIns((username) => {
    if (username === 'odd') throw new TypeError('a row of another kind')
    return emptyData
  })

  await signIn('odd')
  await signIn('anna')

  t.deepEqual(taken, ['anna'])
})

test('a source that cannot be opened is left alone for a while, for everybody', async (t) => {
  const { signIn, taken, opened } = signIns(
    () => emptyData,
    () => {
      throw new StoreUnavailable('database', 'ECONNREFUSED', undefined)
    },
  )

  await signIn('anna')
  await signIn('emmy')

  t.deepEqual(taken, [])
  t.is(opened(), 1)
})

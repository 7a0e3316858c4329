import test from 'ava'
import { eventually } from '../../support/database/rows.ts'
import { createLastLogins } from '../../../store/roundcube/last-logins.ts'
import type { RoundcubeLogin } from '../../../store/database/last-logins.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'

const login = { userId: 1, username: 'anna@example.test', mailHost: 'localhost', at: 1_000 }

test('a sign-in is written once the database is free again, and the last of a user counts', async (t) => {
  const written: RoundcubeLogin[] = []
  let refusals = 2
  const logins = createLastLogins({
    database: {
      writeLastLogins(some) {
        if (refusals > 0) {
          refusals -= 1
          return Promise.reject(new StoreUnavailable('database', '5', undefined))
        }
        written.push(...some)
        return Promise.resolve()
      },
    },
    random: () => 0,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: () => t.fail(),
    },
  })

  logins.note(login)
  logins.note({ ...login, at: 2_000 })
  await eventually(
    () => Promise.resolve(written),
    (rows) => rows.length > 0,
  )
  await logins.close()

  t.is(refusals, 0)
  t.deepEqual(written, [{ ...login, at: 2_000 }])
})

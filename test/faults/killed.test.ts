import { randomInt } from 'node:crypto'
import test from 'ava'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { isLong } from '../support/process/long-tests.ts'
import { startPostern, type Postern, unlessBusy } from '../support/postern/postern.ts'
import { startRedis } from '../support/redis/redis.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'

const ROUNDS = isLong ? 10 : 3
const STORM = 12
const USERS = 24

for (const cache of ['memory', 'redis'] as const) {
  test.serial(
    `a kill -9 in a sign-in storm loses no session a client was told of (${cache})`,
    async (t) => {
      const dovecot = await startDovecot({ t, users: USERS })
      const redis = cache === 'redis' ? await startRedis() : undefined
      t.teardown(() => redis?.stop())
      let postern = await startPostern({ t, mail: dovecot, redis })

      const acknowledged: string[] = []
      const lost: string[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const userName = (n: number) => dovecot.userName(n)
        const storm = signInStorm(postern, userName, dovecot.password)
        await storm.acknowledges(randomInt(1, 40))
        await postern.kill()
        acknowledged.push(...(await storm.end))

        postern = await postern.restart()
        for (const cookie of acknowledged) {
          if (!(await isSignedIn(postern, cookie))) lost.push(cookie)
        }
      }

      t.log(`${acknowledged.length} acknowledged sessions over ${ROUNDS} kills`)
      t.true(acknowledged.length > 0)
      t.deepEqual(lost, [])
    },
  )
}

interface Storm {
  /** Resolves when so many sign-ins were acknowledged. */
  acknowledges(enough: number): Promise<void>
  /** The cookies of redirects that arrived whole, once the server is missing. */
  readonly end: Promise<readonly string[]>
}

/** Signs in without end until the server is missing. */
function signInStorm(postern: Postern, userName: (n: number) => string, password: string): Storm {
  const cookies: string[] = []
  let noteSignIn: () => void = () => undefined
  const visit = async (n: number): Promise<void> => {
    for (let turn = 0; ; turn += 1) {
      const client = createWebmailClient(postern.base())
      const user = userName(((n + turn * STORM) % USERS) + 1)
      if (!(await hasSignedIn(client, user, password))) return
      cookies.push(client.cookies.get('postern_session') ?? '')
      noteSignIn()
    }
  }
  const visits = Promise.all(Array.from({ length: STORM }, (_, n) => visit(n)))
  return {
    acknowledges: (enough) =>
      new Promise((resolve) => {
        noteSignIn = () => {
          if (cookies.length >= enough) resolve()
        }
      }),
    end: visits.then(() => cookies),
  }
}

/** False once the server is missing; a session whose application page never came counts as well. */
async function hasSignedIn(
  client: WebmailClient,
  user: string,
  password: string,
): Promise<boolean> {
  try {
    return (await client.signIn(user, password)).status === 302
  } catch {
    // The connection broke: nothing was promised to this client.
    return false
  }
}

async function isSignedIn(postern: Postern, cookie: string): Promise<boolean> {
  const client = createWebmailClient(postern.base())
  client.cookies.set('postern_session', cookie)
  return (await unlessBusy(() => client.get(''))).text.includes('"task":"mail"')
}

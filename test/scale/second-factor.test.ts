import test, { type ExecutionContext } from 'ava'
import { startMariadb } from '../support/database/mariadb.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'
import { unlessBusy } from '../support/postern/postern.ts'
import { isLong } from '../support/process/long-tests.ts'
import { codeOf, enter, setUpCodes } from '../support/second-factor/codes.ts'
import { openStage, type Stage } from './stage.ts'

const OWNERS = isLong ? 40 : 6

let stage: Stage
test.before(async () => {
  stage = await openStage({
    startSql: startMariadb,
    users: 2 * OWNERS,
    config: { signIn: { secondFactor: 'optional' }, tuning: { signIn: { delaysMs: [0] } } },
  })
})
test.after.always(() => stage.stop())

interface UserSession {
  readonly user: string
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

async function withCodes(n: number): Promise<UserSession> {
  const { dovecot } = stage
  const user = dovecot.userName(n)
  const client = createWebmailClient(stage.instance(0).base())
  await client.signIn(user, dovecot.password)
  return { user, ...(await setUpCodes(client, dovecot.password)) }
}

/** Shows a code at both instances at the same moment, each in a browser of its own. */
async function atBoth(t: ExecutionContext, user: string, code: string) {
  const clients: WebmailClient[] = []
  for (const which of [0, 1] as const) {
    const client = createWebmailClient(stage.instance(which).base())
    const requested = await unlessBusy(() => client.submitSignIn(user, stage.dovecot.password))
    t.regex(requested.text, /name="_code"/)
    clients.push(client)
  }
  const entered = await Promise.all(clients.map((client) => enter(client, code)))
  return entered.map(({ status }) => status).toSorted()
}

for (const [what, first, prepare] of [
  ['over Redis and the database', 1, async () => undefined],
  ['with Redis gone', 1 + OWNERS, async () => stage.redis.kill()],
] as const) {
  test.serial(`a code shown at two instances at once signs in at one, ${what}`, async (t) => {
    t.timeout(isLong ? 900_000 : 300_000)
    const users: UserSession[] = []
    for (let n = 0; n < OWNERS; n += 1) users.push(await withCodes(first + n))
    await prepare()

    const outcomes: (readonly number[])[] = []
    for (const { user, secret, recoveryCodes } of users) {
      const [recoveryCode = ''] = recoveryCodes
      outcomes.push(await atBoth(t, user, codeOf(secret, 1)), await atBoth(t, user, recoveryCode))
    }

    t.log(`${outcomes.length} codes, each shown at both instances`)
    t.deepEqual(
      outcomes,
      outcomes.map(() => [302, 422]),
    )
  })
}

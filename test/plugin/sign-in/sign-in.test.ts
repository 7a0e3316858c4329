import test from 'ava'
import { signIn } from '../../../plugin/sign-in/sign-in.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import type { Users } from '../../../store/record/user.ts'
import { MailFault, type MailFaultCode } from '../../../proxy/mail/model/mail-fault.ts'

const { signal } = new AbortController()

/** A sign-in that the mail server answers with this fault, and what was counted for it. */
async function counted(
  code: MailFaultCode,
): Promise<{ readonly error: unknown; readonly counts: readonly string[] }> {
  const counts: string[] = []
  const count = (what: string) => () => {
    counts.push(what)
    return Promise.resolve()
  }
  const users: Users = {
    prepareSignIn: () => Promise.reject(new Error('nobody was let in')),
    recordFailure: count('user record'),
    find: () => Promise.resolve(undefined),
    settings: () => Promise.resolve(undefined),
    saveSettings: () => Promise.resolve(),
  }
  const login = {
    owner: 'anna@example.test',
    credential: { user: 'anna@example.test', password: 'right', authorizationId: undefined },
  }
  try {
    await signIn(login, '203.0.113.9', signal, {
      accounts: { signIn: () => Promise.reject(new MailFault(code, 'words of the server')) },
      users,
      throttle: {
        startAttempt: () =>
          Promise.resolve({
            refused: count('throttle'),
            accepted: () => Promise.resolve(),
            unjudged: () => Promise.resolve(),
            unanswered: () => void count('throttle')(),
          }),
      },
      mailHost: 'localhost',
    })
    return { error: undefined, counts }
  } catch (error) {
    return { error, counts }
  }
}

test('a refused password is counted in the user record and by the throttle', async (t) => {
  t.deepEqual((await counted('authentication_refused')).counts, ['user record', 'throttle'])
})

test('a password that was not judged in time is counted by the throttle alone, as the time-out it is', async (t) => {
  const { error, counts } = await counted('password_unanswered')

  t.deepEqual(counts, ['throttle'])
  t.true(error instanceof Refusal && error.code === 'mail_timeout')
})

const others: readonly MailFaultCode[] = [
  'busy',
  'limit_reached',
  'unavailable',
  'timed_out',
  'closed',
  'rejected',
  'over_quota',
  'mailbox_refused',
]

for (const code of others) {
  test(`a sign-in that ends as ${code} is no failed one`, async (t) => {
    const { error, counts } = await counted(code)

    t.deepEqual(counts, [])
    t.true(error instanceof MailFault)
  })
}

import { setMaxListeners } from 'node:events'
import test from 'ava'
import { createMemoryCounters, withFallback } from '../../../plugin/sign-in/counters.ts'
import { signIn } from '../../../plugin/sign-in/sign-in.ts'
import { createThrottle, type Throttle } from '../../../plugin/sign-in/throttle.ts'
import type { Credential, SignInFacts } from '../../../proxy/mail/model/account.ts'
import { MailFault } from '../../../proxy/mail/model/mail-fault.ts'
import type { Counters } from '../../../store/cluster/counters.ts'
import type { Users } from '../../../store/record/user.ts'

const { signal } = new AbortController()
// One request each in truth.
setMaxListeners(0, signal)
const OWNER = 'ada@example.test'
const ADDRESS = '192.0.2.7'

const facts: SignInFacts = {
  namespace: { personal: null, other: null, shared: null },
  delimiter: '/',
  hasSpecialUse: false,
}

const users: Users = {
  prepareSignIn: () => Promise.resolve({ userId: 1, record: () => Promise.resolve() }),
  recordFailure: () => Promise.resolve(),
  find: () => Promise.resolve(undefined),
  settings: () => Promise.resolve(undefined),
  saveSettings: () => Promise.resolve(),
}

function memoryCounters(): Counters {
  return createMemoryCounters({ maxKeys: 10_000, now: () => 0 })
}

function throttleOver(counters: Counters): Throttle {
  const limits = {
    delaysMs: [0],
    lockAfter: 10,
    windowMs: 900_000,
    accountFailuresPerHour: 100,
    waiting: 500,
    waitingPerPair: 500,
  }
  return createThrottle(() => limits, { counters, wait: () => Promise.resolve() })
}

/** A mail server that knows one password and answers after all who ask at once have asked. */
function mailServer() {
  const judged: Credential[] = []
  return {
    judged,
    signIn: async (credential: Credential) => {
      judged.push(credential)
      await new Promise(setImmediate)
      if (credential.password === 'down') throw new MailFault('unavailable', 'Down')
      if (credential.password === 'right') return facts
      throw new MailFault('authentication_refused', 'Authentication failed.')
    },
  }
}

function attempt(
  password: string,
  clientIp: string,
  throttle: Throttle,
  accounts: ReturnType<typeof mailServer>,
) {
  const credential = { user: OWNER, password, authorizationId: undefined }
  const login = { owner: OWNER, credential }
  return signIn(login, clientIp, signal, { accounts, users, throttle, mailHost: 'localhost' })
}

test('of a thousand parallel guesses from one address only as many as the lock allows are judged', async (t) => {
  const server = mailServer()
  const throttle = throttleOver(memoryCounters())

  const guesses = Array.from({ length: 1_000 }, (_, n) =>
    attempt(`wrong ${n}`, ADDRESS, throttle, server),
  )
  await Promise.allSettled(guesses)

  t.is(server.judged.length, 10)
})

test('of a thousand parallel guesses from as many addresses only the hourly number is judged', async (t) => {
  const server = mailServer()
  const throttle = throttleOver(memoryCounters())

  const guesses = Array.from({ length: 1_000 }, (_, n) =>
    attempt(`wrong ${n}`, `2001:db8::${n.toString(16)}`, throttle, server),
  )
  await Promise.allSettled(guesses)

  t.is(server.judged.length, 100)
})

test('parallel guesses at two instances that share their counts are one count', async (t) => {
  const server = mailServer()
  const shared = memoryCounters()
  const instances = [0, 1].map(() => throttleOver(withFallback(shared, memoryCounters())))

  const guesses = instances.flatMap((throttle) =>
    Array.from({ length: 200 }, (_, n) => attempt(`wrong ${n}`, ADDRESS, throttle, server)),
  )
  await Promise.allSettled(guesses)

  t.is(server.judged.length, 10)
})

test('right passwords at the same time do not lock each other out', async (t) => {
  const server = mailServer()
  const throttle = throttleOver(memoryCounters())

  const all = Array.from({ length: 40 }, () => attempt('right', ADDRESS, throttle, server))

  t.is((await Promise.all(all)).length, 40)
})

test('an attempt that the mail server could not judge is returned', async (t) => {
  const server = mailServer()
  const throttle = throttleOver(memoryCounters())

  for (let n = 0; n < 120; n += 1) {
    await t.throwsAsync(attempt('down', ADDRESS, throttle, server), { message: /Down/ })
  }

  await t.notThrowsAsync(attempt('right', ADDRESS, throttle, server))
})

test('guesses that are refused unjudged do not lock the account for other addresses', async (t) => {
  const server = mailServer()
  const throttle = throttleOver(memoryCounters())

  for (let n = 0; n < 200; n += 1) {
    await attempt('wrong', ADDRESS, throttle, server).catch(() => undefined)
  }

  await t.notThrowsAsync(attempt('right', '192.0.2.8', throttle, server))
})

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { createRecentSends } from '../../plugin/actions/recent-sends.ts'
import type { SentResult } from '../../plugin/actions/result.ts'
import { shareSends } from '../../plugin/actions/shared-sends.ts'
import { Refusal } from '../../plugin/refusal.ts'
import type { Claims } from '../../store/claims.ts'
import { StoreUnavailable } from '../../store/errors.ts'
import { openRedis } from '../../store/redis.ts'
import { createRedisClaims } from '../../store/redis-claims.ts'
import { memoryLog, until } from '../store/fixture.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { startRedis } from '../support/redis.ts'

const message = {
  user: 'robin@example.test',
  composeId: 'compose-1',
  signal: new AbortController().signal,
}
const sent: SentResult = {
  ...{ kind: 'sent', isDraft: false, messageId: '<1@example.test>' },
  ...{ filedIn: 'Sent', filed: { mailbox: 'Sent', uid: 77, uidValidity: 4_294_967_295n } },
}

/** Two instances over one Redis, and the claims of a third. */
async function openTwo(t: ExecutionContext, requestMs = 60_000) {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  const open = async () => {
    const target = { url: redis.url }
    const connection = openRedis({
      ...{ target, commandTimeoutMs: PATIENCE_MS, now: Date.now, log: memoryLog() },
    })
    t.teardown(() => connection.close())
    await until(() => connection.state() === 'up')
    return { connection, claims: createRedisClaims({ connection, keepMs: 600_000 }) }
  }
  const share = async () => {
    const { connection, claims } = await open()
    return { connection, sends: shareOver(claims, requestMs) }
  }
  return { redis, one: await share(), other: await share(), third: await open() }
}

/** Sends of an instance with these claims. */
function shareOver(claims: Claims, requestMs = 60_000) {
  const own = createRecentSends({ maxAccounts: 10, maxPerAccount: 10 })
  const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal })
  return shareSends({ own, claims, requestMs, wait: pause, newOwner: randomUUID })
}

/** Redis makes the claim, and its answer comes when nobody waits for it any more. */
function unheard(claims: Claims): Claims {
  return {
    ...claims,
    async claim(key, owner) {
      await claims.claim(key, owner)
      throw new StoreUnavailable('cache', 'command_failed', undefined)
    },
  }
}

/** Sends that are counted, and that end when the test says so. */
function counted() {
  let count = 0
  let end: (result: SentResult) => void = () => undefined
  const outcome = new Promise<SentResult>((resolve) => {
    end = resolve
  })
  const send = () => {
    count += 1
    return outcome
  }
  return { count: () => count, end: (result: SentResult) => end(result), send }
}

test('a message asked for at two instances at once is sent by one, and both answer it', async (t) => {
  const { one, other } = await openTwo(t)
  const { count, end, send } = counted()

  const answers = [one.sends.once(message, send), other.sends.once(message, send)]
  await until(() => count() > 0)
  end(sent)

  t.deepEqual(await Promise.all(answers), [sent, sent])
  t.is(count(), 1)
})

test('a message that one instance has sent is answered by the other', async (t) => {
  const { one, other } = await openTwo(t)
  const { count, end, send } = counted()
  const unfiled = { ...sent, filedIn: undefined, filed: undefined }
  end(unfiled)
  await one.sends.once(message, send)

  t.deepEqual(await other.sends.once(message, send), unfiled)
  t.is(count(), 1)
})

test('another message, and the same id of another account, are sent', async (t) => {
  const { one, other } = await openTwo(t)
  const { count, end, send } = counted()
  end(sent)

  await one.sends.once(message, send)
  await other.sends.once({ ...message, composeId: 'compose-2' }, send)
  await other.sends.once({ ...message, user: 'other@example.test' }, send)

  t.is(count(), 3)
})

test('a message that could not be sent may be sent by the other instance', async (t) => {
  const { one, other } = await openTwo(t)
  const { count, end, send } = counted()
  end(sent)
  const refused = () => Promise.reject(new Refusal('send_rejected'))
  await t.throwsAsync(one.sends.once(message, refused), { message: 'send_rejected' })

  t.deepEqual(await other.sends.once(message, send), sent)
  t.is(count(), 1)
})

test('a message is free again when its claim was made unheard and it could not be sent', async (t) => {
  const { other, third } = await openTwo(t)
  const { count, end, send } = counted()
  end(sent)
  const deaf = shareOver(unheard(third.claims))
  const refused = () => Promise.reject(new Refusal('send_rejected'))
  await t.throwsAsync(deaf.once(message, refused), { message: 'send_rejected' })

  t.deepEqual(await other.sends.once(message, send), sent)
  t.is(count(), 1)
})

test('a message whose claim was made unheard is answered by the other once it is sent', async (t) => {
  const { other, third } = await openTwo(t)
  const { count, end, send } = counted()
  end(sent)
  const deaf = shareOver(unheard(third.claims))
  await deaf.once(message, send)

  t.deepEqual(await other.sends.once(message, send), sent)
  t.is(count(), 1)
})

test('a message is free again when who waited for another claimed it unheard', async (t) => {
  const { other, third } = await openTwo(t)
  const { count, end, send } = counted()
  end(sent)
  const key = JSON.stringify(['send', message.user, message.composeId])
  await third.claims.claim(key, 'at it')
  let asked = 0
  const waiting = shareOver({
    ...third.claims,
    claim: async (claimed, owner) => {
      asked += 1
      if (asked === 1) return third.claims.claim(claimed, owner)
      await third.claims.release(key, 'at it')
      return unheard(third.claims).claim(claimed, owner)
    },
  })
  await t.throwsAsync(waiting.once(message, send), { name: 'StoreUnavailable' })

  t.deepEqual(await other.sends.once(message, send), sent)
  t.is(count(), 1)
})

test('a message whose sender ended without a word is not sent again, and that is told', async (t) => {
  const { one, third } = await openTwo(t, 1)
  const { count, send } = counted()
  const key = JSON.stringify(['send', message.user, message.composeId])
  await third.claims.claim(key, 'killed meanwhile')

  await t.throwsAsync(one.sends.once(message, send), { message: 'send_uncertain' })
  t.is(count(), 0)
})

test('without Redis each instance sends a message once', async (t) => {
  const { redis, one } = await openTwo(t)
  const { count, end, send } = counted()
  end(sent)
  await redis.kill()
  await until(() => one.connection.state() === 'down')

  await one.sends.once(message, send)
  await one.sends.once(message, send)

  t.is(count(), 1)
})

test('what Redis keeps of a message names neither its sender nor its text', async (t) => {
  const { redis, one } = await openTwo(t)

  await one.sends.once(message, () => Promise.resolve(sent))

  const keys = await redis.command('KEYS', 'postern:claim:*')
  t.regex(keys, /postern:claim:/)
  t.false(keys.includes('robin'))
})

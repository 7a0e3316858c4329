import test, { type ExecutionContext } from 'ava'
import { deviceOf } from '../../../plugin/session/device.ts'
import { createOwnerSessions, type OwnerSessions } from '../../../plugin/session/owner-sessions.ts'
import { toVariables } from '../../../plugin/session/webmail-session.ts'
import type { Store } from '../../../store/index.ts'
import { startRedis } from '../../support/redis/redis.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { newId, openTestStore, storePaths, until } from '../../store/fixture.ts'

interface Instance {
  readonly store: Store
  readonly own: OwnerSessions
}

const anna = { username: 'anna@example.test', mailHost: 'mail.example.test' }
const bea = { ...anna, username: 'bea@example.test' }
const phone = { browser: 'Safari', system: 'iPhone' }

function ownerSessions({ documents, sessions }: Store, maxPerOwner = 20): OwnerSessions {
  return createOwnerSessions({
    documents,
    sessions,
    maxPerOwner,
    notedMs: 86_400_000,
    keepMs: 86_400_000,
    maxNoted: 100,
    // What is noted late is noted as well; here every note is waited for.
    maxWaitMs: RESPONSE_WAIT_LIMIT_MS,
    now: Date.now,
  })
}

async function openAlone(t: ExecutionContext): Promise<Instance> {
  const store = await openTestStore({ directory: await temporaryDirectory(t) })
  t.teardown(() => store.close())
  return { store, own: ownerSessions(store) }
}

async function signIn({ store, own }: Instance, owner = anna): Promise<string> {
  const id = newId()
  const session = toVariables({
    ...{ kind: 'signed-in', requestToken: 'T'.repeat(32), binding: 'b', language: 'en_US' },
    ...{
      userId: 1,
      username: owner.username,
      loginName: owner.username,
      folderUses: {},
      isFactorDone: false,
      isByPanel: false,
    },
    ...{ storageHost: owner.mailHost, storagePort: 993, storageSsl: 'ssl', password: 'sealed' },
    ...{ authorizationId: undefined, loginTime: 1_795_000_000 },
    facts: {
      namespace: { personal: null, other: null, shared: null },
      delimiter: '/',
      hasSpecialUse: true,
    },
  })
  await store.sessions.create(id, session, '192.0.2.7')
  await own.note(owner, id, phone)
  return id
}

async function idsOf({ own }: Instance): Promise<readonly string[]> {
  return (await own.list(anna)).sessions.map(({ id }) => id).sort()
}

test('an owner finds their sessions, and not those of another', async (t) => {
  const instance = await openAlone(t)
  const [one, other] = [await signIn(instance), await signIn(instance)]
  await signIn(instance, bea)

  const { sessions, isComplete } = await instance.own.list(anna)

  t.deepEqual(sessions.map(({ id }) => id).sort(), [one, other].sort())
  t.like(sessions[0], { ...phone, ip: '192.0.2.7', since: 1_795_000_000_000 })
  t.true(isComplete)
})

test('sign-ins at one time are all noted, and noting one again changes nothing', async (t) => {
  const instance = await openAlone(t)

  const ids = await Promise.all(Array.from({ length: 10 }, () => signIn(instance)))
  await ownerSessions(instance.store).note(anna, ids[0] ?? '', phone)

  t.deepEqual(await idsOf(instance), ids.sort())
})

test('all but the one that asks end, and a session that is over is listed no more', async (t) => {
  const instance = await openAlone(t)
  const [mine, other, third] = [
    await signIn(instance),
    await signIn(instance),
    await signIn(instance),
  ]
  const neighbour = await signIn(instance, bea)
  await instance.store.sessions.destroy(third)

  t.is(await instance.own.end(anna, (id) => id !== mine), 1)

  t.deepEqual(await idsOf(instance), [mine])
  t.is(await instance.store.sessions.load(other), undefined)
  t.not(await instance.store.sessions.load(neighbour), undefined)
})

test('of more sessions than are known of one owner the newest are listed', async (t) => {
  const { store } = await openAlone(t)
  const instance = { store, own: ownerSessions(store, 2) }
  await signIn(instance)
  const newest = [await signIn(instance), await signIn(instance)]

  t.deepEqual(await idsOf(instance), newest.sort())
})

test('a session of another instance is listed and ended, also once Redis is missing', async (t) => {
  const directory = await temporaryDirectory(t)
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  const open = async (): Promise<Instance> => {
    const store = await openTestStore({
      directory: await temporaryDirectory(t),
      url: storePaths(directory).url,
      redis,
      isOneOfSeveral: true,
      limits: { cacheTimeoutMs: RESPONSE_WAIT_LIMIT_MS, databaseReadMs: RESPONSE_WAIT_LIMIT_MS },
    })
    t.teardown(() => store.close())
    return { store, own: ownerSessions(store) }
  }
  await openTestStore({ directory }).then((store) => store.close())
  const [here, there] = [await open(), await open()]
  const ids = [await signIn(here), await signIn(there), await signIn(there)]
  const [mine = '', first = '', second = ''] = ids
  const ended: string[] = []
  there.store.onSessionEnded((id) => ended.push(id))
  await until(async () =>
    (await redis.command('PUBSUB', 'NUMSUB', 'postern:sessions')).endsWith(':2\r\n'),
  )

  t.deepEqual(await idsOf(here), [...ids].sort())
  await here.own.end(anna, (id) => id === first)
  await until(() => ended.includes(first))
  t.is(await there.store.sessions.load(first), undefined)

  await until(async () => (await there.store.health()).backlog === 0)
  await redis.stop()
  t.deepEqual(await idsOf(here), [mine, second].sort())
  await here.own.end(anna, (id) => id === second)
  await until(async () => (await there.store.sessions.load(second)) === undefined)
  t.deepEqual(await idsOf(there), [mine])
})

const userAgents = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari iPhone',
  ],
  ['', ' '],
] as const

for (const [userAgent, words] of userAgents) {
  test(`a browser is named in short words: ${words}`, (t) => {
    const { browser, system } = deviceOf(userAgent)
    t.is(`${browser} ${system}`, words)
  })
}

import { chown, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import test from 'ava'
import { createSeal } from '../../../store/seal/seal.ts'
import { addKey, createKeyRing, loadKeys, removeOldKeys } from '../../../store/seal/keys.ts'
import { openMeteredPostern, signedIn } from '../metrics/metered-postern.ts'
import { databaseRows, eventually } from '../../support/database/rows.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { sendAction } from '../../support/http/native-actions.ts'
import { codeOf, enter, setUpCodes } from '../../support/second-factor/codes.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { postern as run } from './command-line.ts'

const DAY_MS = 86_400_000
const owner = { sessionId: 'a'.repeat(32), username: 'robin', host: 'mail' }

async function keyFiles(directory: string): Promise<readonly string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.key'))
}

test('a rotation adds a key that only its owner can read', async (t) => {
  const directory = await temporaryDirectory(t)
  await loadKeys(directory, { create: true, now: () => Date.UTC(2026, 10, 20) })

  const { added, kept: stored } = await addKey(directory, Date.now)

  t.is((await stat(join(directory, `${added}.key`))).mode & 0o777, 0o600)
  t.deepEqual(stored, ['20261120T000000000'])
})

test('a key that root makes belongs to the owner of its directory', async (t) => {
  const directory = await temporaryDirectory(t)
  await chown(directory, 65_534, 65_533)

  const { added } = await addKey(directory, Date.now)

  const { uid, gid, mode } = await stat(join(directory, `${added}.key`))
  t.deepEqual([uid, gid, mode & 0o777], [65_534, 65_533, 0o600])
})

test('a key that the running process cannot load is rolled back, and the command fails', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  const config = join(metered.postern.directory, 'postern.json')
  const keys = join(metered.postern.directory, 'keys')
  const before = await keyFiles(keys)
  await writeFile(join(keys, '00000000T000000000.key'), 'not a key', { mode: 0o600 })

  const { code, output, complaints } = await run(['keys', 'rotate', '--config', config])

  t.is(code, 1, output)
  t.regex(complaints, /answered 500 .* removed again/)
  t.deepEqual(await keyFiles(keys), ['00000000T000000000.key', ...before])
})

test('a key is removed when its successor is older than any session and nothing else is sealed under it', async (t) => {
  const directory = await temporaryDirectory(t)
  await loadKeys(directory, { create: true, now: () => Date.UTC(2026, 0, 1) })
  const second = await addKey(directory, () => Date.UTC(2026, 0, 2))
  const third = await addKey(directory, Date.now)
  const longAgo = new Date(Date.now() - 2 * DAY_MS)
  await utimes(join(directory, `${second.added}.key`), longAgo, longAgo)
  const old = { keepMs: DAY_MS, now: Date.now }

  const whileHeld = await removeOldKeys(directory, {
    ...old,
    held: new Set(['20260101T000000000']),
  })
  const removed = await removeOldKeys(directory, { ...old, held: new Set() })

  t.deepEqual([whileHeld, removed], [[], ['20260101T000000000']])
  t.deepEqual(await keyFiles(directory), [`${second.added}.key`, `${third.added}.key`])
})

test('a key whose name would sort first is not left behind', async (t) => {
  const directory = await temporaryDirectory(t)
  await loadKeys(directory, { create: true, now: () => Date.UTC(2099, 0, 1) })

  await t.throwsAsync(addKey(directory, Date.now), {
    message: /sorts after/,
  })

  t.deepEqual(await keyFiles(directory), ['20990101T000000000.key'])
})

test('a seal made before a reload opens after it, and asks to be made again', async (t) => {
  const directory = await temporaryDirectory(t)
  const load = () => loadKeys(directory, { create: true, now: () => Date.UTC(2026, 0, 1) })
  const ring = await createKeyRing({ load, now: Date.now, wait })
  const seal = createSeal(ring)
  const sealed = seal.seal('secret', owner)

  await addKey(directory, Date.now)
  await ring.reload()

  t.is(seal.open(sealed, owner), 'secret')
  t.true(seal.needsReseal(sealed))
  t.false(seal.needsReseal(seal.seal('secret', owner)))
})

test('keys that cannot be read again leave the present ones in place', async (t) => {
  const directory = await temporaryDirectory(t)
  const good = await loadKeys(directory, { create: true, now: Date.now })
  let reads = 0
  const ring = await createKeyRing({
    load: () => (++reads === 1 ? Promise.resolve(good) : Promise.reject(new Error('unreadable'))),
    now: Date.now,
    wait,
  })

  await t.throwsAsync(ring.reload())

  t.is(ring.newest, good.newest)
})

test('keys that are missed by many are read once a second', async (t) => {
  const good = await loadKeys(await temporaryDirectory(t), { create: true, now: Date.now })
  const clock = { ms: 0 }
  const waits: number[] = []
  let reads = 0
  const ring = await createKeyRing({
    load: async () => {
      reads += 1
      return good
    },
    now: () => clock.ms,
    wait: async (ms) => {
      waits.push(ms)
      clock.ms += ms
    },
  })

  clock.ms += 300
  await Promise.all(Array.from({ length: 50 }, () => ring.refresh()))
  await ring.refresh()

  t.is(reads, 3)
  t.deepEqual(waits, [700, 1_000])
})

test('keys that are missed are read within a second, also after the clock was set back', async (t) => {
  const good = await loadKeys(await temporaryDirectory(t), { create: true, now: Date.now })
  const clock = { ms: 3_600_000 }
  const waits: number[] = []
  const ring = await createKeyRing({
    load: () => Promise.resolve(good),
    now: () => clock.ms,
    wait: async (ms) => void waits.push(ms),
  })

  clock.ms = 0
  await ring.refresh()

  t.deepEqual(waits, [1_000])
})

test('a live session continues over a rotation, and its password is sealed again', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  const client = await signedIn(metered, 1)
  // Its account is warm, and was opened from the seal of before.
  await client.list('INBOX')
  const config = join(metered.postern.directory, 'postern.json')
  const database = join(metered.postern.directory, 'postern.db')

  const { code, output } = await run(['keys', 'rotate', '--config', config])
  const added = /^new key (\w+);/.exec(output)?.[1] ?? ''
  const sealedUnder = await eventually(
    async () => {
      await client.list('INBOX')
      return keyIdsOf(await databaseRows(database, 'SELECT vars FROM session'))
    },
    (kids) => kids.includes(added),
  )

  t.is(code, 0)
  t.regex(output, /the running process seals under it/)
  t.deepEqual(sealedUnder, [added])
})

test('a session whose key is missing opens nothing, however warm its account is', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  const client = await signedIn(metered, 1)
  const list = () => sendAction(client, 'list', { mailbox: 'INBOX' })
  const before = await list()
  const keys = join(metered.postern.directory, 'keys')
  const [first = ''] = await keyFiles(keys)
  await addKey(keys, Date.now)
  await rm(join(keys, first))

  process.kill(metered.postern.pid, 'SIGHUP')
  await metered.postern.output.waitFor(/keys read again/)

  // What was parsed with the session is remembered for about two seconds.
  const after = await eventually(list, ({ status }) => status === 401)
  t.deepEqual([before.status, after.status], [200, 401])
})

test('the secret of a second factor outlives the key it was sealed under', async (t) => {
  const metered = await openMeteredPostern({
    signIn: { secondFactor: 'optional' },
    tuning: { signIn: { delaysMs: [0] } },
  })
  t.teardown(() => metered.stop())
  const client = await signedIn(metered, 1)
  const { dovecot, postern } = metered
  const { secret } = await setUpCodes(client, dovecot.password)
  const config = join(postern.directory, 'postern.json')
  const keys = join(postern.directory, 'keys')
  const [first = ''] = await keyFiles(keys)

  const rotation = await run(['keys', 'rotate', '--config', config])
  const longAgo = new Date(Date.now() - 30 * DAY_MS)
  for (const name of await keyFiles(keys)) await utimes(join(keys, name), longAgo, longAgo)
  const { code, output } = await run(['keys', 'reseal', '--config', config])

  t.regex(rotation.output, /1 second factors and messages sealed anew, 0 old keys removed/)
  t.is(code, 0)
  t.regex(output, /0 second factors and messages sealed anew, 1 old keys removed/)
  t.false((await keyFiles(keys)).includes(first))
  process.kill(postern.pid, 'SIGHUP')
  await postern.output.waitFor(/keys read again/)
  const later = createWebmailClient(postern.base())
  await later.submitSignIn(dovecot.userName(1), dovecot.password)
  t.is((await enter(later, codeOf(secret, 1))).status, 302)
})

test('SIGHUP makes the process read its keys', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  const keys = join(metered.postern.directory, 'keys')
  await addKey(keys, Date.now)

  process.kill(metered.postern.pid, 'SIGHUP')
  const [line] = await metered.postern.output.waitFor(/^.*keys read again.*$/m)

  t.true(line.includes((await keyFiles(keys)).at(-1)?.replace('.key', '') ?? 'no key'))
})

test('without a running process the next start takes the new key', async (t) => {
  const metered = await openMeteredPostern()
  t.teardown(() => metered.stop())
  const config = join(metered.postern.directory, 'postern.json')
  await metered.postern.kill()

  const { code, output } = await run(['keys', 'rotate', '--config', config])

  t.is(code, 0)
  t.regex(output, /the next start takes the new key/)
})

/** Ids of the keys the passwords of the rows are sealed under (store/seal/seal.ts). */
function keyIdsOf(rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return rows.flatMap(({ vars }) => {
    const text = Buffer.from(String(vars), 'base64').toString('latin1')
    const sealed = /password\|s:\d+:"([^"]+)"/.exec(text)?.[1]
    if (sealed === undefined) return []
    return Buffer.from(sealed, 'base64').toString('latin1').split('.')[1] ?? []
  })
}

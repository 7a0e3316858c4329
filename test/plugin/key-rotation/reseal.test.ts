import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { resealDocuments } from '../../../plugin/key-rotation/reseal.ts'
import {
  createMessageCodec,
  OUTBOX_KIND,
  sealedMessage,
} from '../../../plugin/outbox/outbox-message.ts'
import { sealedSecret, SECRETS } from '../../../plugin/second-factor/stored-secret.ts'
import { createSeal, type PersonalRewrite, type Seal } from '../../../store/index.ts'
import { drained, openTestStore } from '../../store/fixture.ts'
import { openPair, openSingle } from '../../store/personal/stores.ts'
import { waitingMessage } from '../../support/outbox/waiting-message.ts'
import { nodeArgsFor } from '../../support/process/source-program.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import {
  after,
  before,
  keepSecrets,
  openedSecrets,
  rotated,
  secretsOf,
} from '../second-factor/secrets.ts'

const resealSecrets = (personal: PersonalRewrite, seal: Seal) =>
  resealDocuments(personal, seal, { [SECRETS]: sealedSecret, [OUTBOX_KIND]: sealedMessage })

test('after a rotation all secrets are sealed under the newest key, in the spool and in the database', async (t) => {
  const directory = await temporaryDirectory(t)
  const first = await openSingle(t, directory)
  await keepSecrets(first.personal, 20)
  await drained(first)
  await keepSecrets(first.personal, 40)

  const { resealed, held } = await resealSecrets(first.personal, createSeal(rotated))
  const again = await resealSecrets(first.personal, createSeal(after))

  t.deepEqual([resealed, held], [40, []])
  t.deepEqual(again, { resealed: 0, held: [] })
  t.deepEqual(await openedSecrets(first.personal, after, 40), secretsOf(40))
})

test('what two instances keep is sealed again by one of them', async (t) => {
  const { one, other } = await openPair(t)
  await keepSecrets(one.personal, 20)
  await drained(one)

  await resealSecrets(other.personal, createSeal(rotated))

  t.deepEqual(await openedSecrets(one.personal, after, 20), secretsOf(20))
})

test('a key that a secret needs and that is not there is named, and the secret stays', async (t) => {
  const store = await openSingle(t, await temporaryDirectory(t))
  await keepSecrets(store.personal, 2)

  const result = await resealSecrets(store.personal, createSeal(after))

  t.deepEqual(result, { resealed: 0, held: ['1'] })
  t.deepEqual(await openedSecrets(store.personal, before, 2), secretsOf(2))
})

const child = fileURLToPath(new URL('reseal-child.ts', import.meta.url))

test('a process that is killed in between loses no secret, and the next one continues', async (t) => {
  const count = 400
  const directory = await temporaryDirectory(t)
  const first = await openTestStore({ directory })
  await keepSecrets(first.personal, count)
  await first.close(0)

  const running = spawn(process.execPath, [...nodeArgsFor(child), child, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(running, 'exit')
  let lines = 0
  createInterface(running.stdout).on('line', () => {
    lines += 1
    if (lines === 150) running.kill('SIGKILL')
  })
  await exit

  const { personal } = await openSingle(t, directory)
  t.deepEqual(await openedSecrets(personal, rotated, count), secretsOf(count))
  const done = (await openedSecrets(personal, after, count)).filter(
    (secret) => secret !== undefined,
  )
  t.true(done.length > 0 && done.length < count, `${done.length} of ${count}`)
  t.is((await resealSecrets(personal, createSeal(rotated))).resealed, count - done.length)
  t.deepEqual(await openedSecrets(personal, after, count), secretsOf(count))
})

test('a message of the outbox outlives the key it was sealed under', async (t) => {
  const { personal } = await openSingle(t, await temporaryDirectory(t))
  const owner = { username: 'user0', mailHost: 'mail.example' }
  const message = waitingMessage({ composeId: 'scheduled' })
  const body = createMessageCodec(createSeal(before)).write(owner, message)
  await personal.save(owner, OUTBOX_KIND, [{ id: '0', baseVersion: 0, body }])
  await keepSecrets(personal, 1)

  const { resealed, held } = await resealSecrets(personal, createSeal(rotated))

  t.deepEqual([resealed, held], [2, []])
  const stored = await personal.find(owner, OUTBOX_KIND, '0')
  const read = createMessageCodec(createSeal(after)).read(owner, stored?.body ?? '')
  t.deepEqual(read, message)
})

test('a message whose key is missing stays as it is sealed, whoever writes it', (t) => {
  const owner = { username: 'user0', mailHost: 'mail.example' }
  const body = createMessageCodec(createSeal(before)).write(owner, waitingMessage())
  const without = createMessageCodec(createSeal(after))

  const unopened = without.read(owner, body)
  const written = without.write(owner, { ...unopened, attempts: 1 })

  t.is(unopened.content.unopened?.reason, 'key_gone')
  const { content, attempts } = createMessageCodec(createSeal(rotated)).read(owner, written)
  t.deepEqual([content, attempts], [waitingMessage().content, 1])
})

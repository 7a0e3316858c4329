import test from 'ava'
import { createChallenges } from '../../../plugin/second-factor/challenges.ts'
import { isOriginWithin, passkeyDomain } from '../../../plugin/second-factor/passkey-domain.ts'
import { createPasskeys } from '../../../plugin/second-factor/passkeys.ts'
import { createSeal, type Documents } from '../../../store/index.ts'
import { keys } from '../../store/fixture.ts'
import { memoryPersonal } from '../../support/contacts/memory-personal.ts'
import { createAuthenticator } from '../../support/second-factor/authenticator.ts'

const mia = { username: 'mia', mailHost: 'mail.example' }
const ben = { username: 'ben', mailHost: 'mail.example' }
const here = 'webmail.example'

function openPasskeys() {
  const clock = { ms: Date.UTC(2026, 10, 21) }
  const wall = () => clock.ms
  const documents = memoryDocuments()
  const passkeys = createPasskeys({
    personal: memoryPersonal(),
    challenges: createChallenges({ documents, seal: createSeal(keys), wall }),
    maxPerOwner: 2,
    productName: () => 'Postern',
    wall,
  })
  return { passkeys, clock }
}

/** Of several writers of a version one finds its own. */
function memoryDocuments(): Documents {
  const stored = new Map<string, Awaited<ReturnType<Documents['put']>>>()
  return {
    find: async (id) => stored.get(id),
    async put(document) {
      const standing = stored.get(document.id) ?? document
      stored.set(document.id, standing)
      return standing
    },
  }
}

/** Mia with a passkey. */
async function withPasskey() {
  const { passkeys, clock } = openPasskeys()
  const authenticator = createAuthenticator()
  const { ticket, options } = await passkeys.offer(mia, 'session', here)
  const response = authenticator.create(options)
  await passkeys.add(mia, 'session', { ticket, response, name: 'Laptop' })
  const createChallenge = async () => {
    const question = await passkeys.createChallenge(mia, 'later', here)
    if (question === undefined) throw new Error('nothing is asked')
    return question
  }
  return { passkeys, clock, authenticator, createChallenge }
}

test('a passkey is listed with its name, and when it was made and used', async (t) => {
  const { passkeys, clock, authenticator, createChallenge } = await withPasskey()
  const madeAt = clock.ms
  clock.ms += 1_000
  const { ticket, options } = await createChallenge()

  const isRight = await passkeys.check(mia, 'later', {
    ...{ ticket, response: authenticator.show(options) },
  })

  t.true(isRight)
  const [passkey] = await passkeys.list(mia)
  t.like(passkey, { name: 'Laptop', domain: here, madeAt, usedAt: madeAt + 1_000 })
  t.deepEqual(await passkeys.list(ben), [])
})

test('a response counts once, in its session, and for some minutes', async (t) => {
  const { passkeys, clock, authenticator, createChallenge } = await withPasskey()
  const used = await createChallenge()
  const response = { ticket: used.ticket, response: authenticator.show(used.options) }
  await passkeys.check(mia, 'later', response)
  const other = await createChallenge()
  const late = await createChallenge()
  const expired = { code: 'second_factor_expired' }

  await t.throwsAsync(passkeys.check(mia, 'later', response), expired)
  const ofOther = { ticket: other.ticket, response: authenticator.show(other.options) }
  await t.throwsAsync(passkeys.check(mia, 'another session', ofOther), expired)
  await t.throwsAsync(passkeys.check(ben, 'later', ofOther), expired)
  clock.ms += 6 * 60_000
  const ofLate = { ticket: late.ticket, response: authenticator.show(late.options) }
  await t.throwsAsync(passkeys.check(mia, 'later', ofLate), expired)
})

test('a challenge for a sign-in adds no passkey', async (t) => {
  const { passkeys, createChallenge } = await withPasskey()
  const { ticket } = await createChallenge()
  const { options } = await passkeys.offer(mia, 'later', here)
  const response = createAuthenticator().create(options)

  await t.throwsAsync(passkeys.add(mia, 'later', { ticket, response, name: 'Other' }), {
    code: 'second_factor_expired',
  })
})

for (const [what, changes] of [
  ['of another origin', { origin: 'https://webmail.example.evil.test' }],
  ['of a page without encryption', { origin: 'http://webmail.example' }],
  ['of a frame of another site', { crossOrigin: true }],
  ['without the owner being verified', { isVerified: false }],
  ['whose counter did not count on', { counter: 1 }],
] as const) {
  test(`a response ${what} is refused`, async (t) => {
    const { passkeys, authenticator, createChallenge } = await withPasskey()
    const { ticket, options } = await createChallenge()

    const response = authenticator.show(options, changes)

    t.false(await passkeys.check(mia, 'later', { ticket, response }))
  })
}

test('a response of another passkey, or of none, is refused', async (t) => {
  const { passkeys, createChallenge } = await withPasskey()
  const { options, ticket } = await createChallenge()
  const stranger = { ticket, response: createAuthenticator().show(options) }
  const nothing = { ticket: (await createChallenge()).ticket, response: '{"id":1}' }

  t.false(await passkeys.check(mia, 'later', stranger))
  t.false(await passkeys.check(mia, 'later', nothing))
})

test('a passkey that was not made as asked is not kept, and neither are more than are allowed', async (t) => {
  const { passkeys } = await withPasskey()
  const add = async (changes = {}) => {
    const { ticket, options } = await passkeys.offer(mia, 'session', here)
    const response = createAuthenticator().create(options, changes)
    await passkeys.add(mia, 'session', { ticket, response, name: 'Key' })
  }

  await t.throwsAsync(add({ isVerified: false }), { code: 'passkey_refused' })
  await t.throwsAsync(add({ origin: 'https://evil.test' }), { code: 'passkey_refused' })
  await t.throwsAsync(add({ crossOrigin: true }), { code: 'passkey_refused' })
  await add()
  await t.throwsAsync(add(), { code: 'passkeys_full' })
  t.is((await passkeys.list(mia)).length, 2)
})

test('passkeys of another host name are not requested, and a removed one opens nothing', async (t) => {
  const { passkeys, authenticator, createChallenge } = await withPasskey()
  const { ticket, options } = await createChallenge()
  const [passkey] = await passkeys.list(mia)

  t.is(await passkeys.createChallenge(mia, 'later', 'mail.example'), undefined)
  t.true(await passkeys.remove(mia, passkey?.id ?? ''))
  const response = authenticator.show(options)
  t.false(await passkeys.check(mia, 'later', { ticket, response }))
  t.false(await passkeys.remove(mia, passkey?.id ?? ''))
})

test('the domain is the host name, or the configured one where the host is in it', (t) => {
  const at = (host: string, configured: string | null) => passkeyDomain(host, configured)

  t.is(at('webmail.example', null), 'webmail.example')
  t.is(at('webmail.example', 'example'), 'example')
  t.is(at('webmail.test', 'example'), undefined)
  t.is(at('badexample', 'example'), undefined)
  t.is(at('127.0.0.1', null), undefined)
  t.is(at('[::1]', null), undefined)
  t.true(isOriginWithin('http://localhost:8090', 'localhost'))
  t.false(isOriginWithin('https://example.evil.test', 'example'))
  t.false(isOriginWithin('https://webmail.example/', 'example'))
})

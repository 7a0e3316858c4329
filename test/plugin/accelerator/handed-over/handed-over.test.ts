import { createHmac } from 'node:crypto'
import test from 'ava'
import { createHandOvers } from '../../../../plugin/accelerator/handed-over/handed-over.ts'

const secret = 'secret-of-the-plugin-0123456789'
const now = Date.UTC(2026, 10, 26)
const said = { user: 'anna@example.test', at: now - 1_000, cookie: '; path=/', form: null }

interface Signing {
  readonly secret?: string
  readonly sessionId?: string
  readonly version?: string
}

/** As the plugin writes it into the session, and PHP stores it there. */
function handedOver(what: object, signing: Signing = {}): Buffer {
  const { secret: key = secret, sessionId = 'a'.repeat(32), version = 'v1' } = signing
  const json = JSON.stringify(what)
  const signature = createHmac('sha256', key)
    .update(`postern-roundcube\n${sessionId}\n${json}`)
    .digest('hex')
  const text = `${version}.${signature}.${json}`
  return Buffer.from(`s:${Buffer.byteLength(text)}:"${text}";`)
}

function read(value: Buffer | undefined, rules: { readonly secret?: undefined } | object = {}) {
  const handOvers = createHandOvers({
    ...{ secret, sessions: 10, keepMs: 60_000, wall: () => now },
    ...rules,
  })
  const session = { id: 'a'.repeat(32), username: 'anna@example.test', handedOver: value }
  return { handOvers, session, found: handOvers.of(session) }
}

test('what is signed for a session counts in it', (t) => {
  t.deepEqual(read(handedOver(said)).found?.cookieAttributes, '; path=/')
})

for (const [what, value] of [
  ['without a signature', Buffer.from('s:2:"{}";')],
  ['signed by another secret', handedOver(said, { secret: 'another-secret-0123456789' })],
  ['signed for another session', handedOver(said, { sessionId: 'b'.repeat(32) })],
  ['of another version', handedOver(said, { version: 'v2' })],
  ['of another user', handedOver({ ...said, user: 'ben@example.test' })],
  ['that is too old', handedOver({ ...said, at: now - 60_001 })],
  ['of the future', handedOver({ ...said, at: now + 60_000 })],
  ['that is too large', handedOver({ ...said, more: 'x'.repeat(20_000) })],
  ['with a line end in the cookie', handedOver({ ...said, cookie: '; path=/\r\nX: y' })],
  ['that is no text', Buffer.from('i:5;')],
  ['that PHP did not write', Buffer.from('s:5000:"x";')],
  ['that is missing', undefined],
] as const) {
  test(`a hand-over ${what} is refused`, (t) => {
    t.is(read(value).found, undefined)
  })
}

test('one altered byte is refused', (t) => {
  const value = handedOver(said)
  const altered = Buffer.from(value.toString().replace('path=/"', 'path=:"'))

  t.is(altered.length, value.length)
  t.not(altered.toString(), value.toString())
  t.is(read(altered).found, undefined)
})

test('nothing counts without a secret', (t) => {
  t.is(read(handedOver(said), { secret: undefined }).found, undefined)
})

test('a form that is not understood is passed by', (t) => {
  const { found } = read(handedOver({ ...said, form: { env: 5 } }))

  t.deepEqual([found?.cookieAttributes, found?.form], ['; path=/', undefined])
})

test('what was handed over before settings changed counts no more', (t) => {
  const { handOvers, session } = read(handedOver(said))

  handOvers.forget('anna@example.test')

  t.is(handOvers.of(session), undefined)
})

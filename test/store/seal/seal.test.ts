import test from 'ava'
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRoundcubeCipher } from '../../../store/seal/roundcube-cipher.ts'
import { createSeal, SealBroken } from '../../../store/seal/seal.ts'
import { loadKeys } from '../../../store/seal/keys.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { keys } from '../fixture.ts'

const owner = { sessionId: '0'.repeat(32), username: 'anna@example.test', host: 'localhost' }
const now = Date.now

test('a sealed password opens for its owner', (t) => {
  const seal = createSeal(keys)
  const sealed = seal.seal('pässword ☂', owner)

  t.is(seal.open(sealed, owner), 'pässword ☂')
  t.regex(sealed, /^[A-Za-z0-9+/]+=*$/)
  t.regex(
    Buffer.from(sealed, 'base64').toString(),
    /^v1\.1\.[\w-]{22}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/,
  )
})

test('the same password is sealed differently each time', (t) => {
  const seal = createSeal(keys)

  t.not(seal.seal('secret', owner), seal.seal('secret', owner))
})

for (const change of [
  { sessionId: '1'.repeat(32) },
  { username: 'bert@example.test' },
  { host: 'mail.example.test' },
]) {
  test(`a sealed password does not open for another ${Object.keys(change).join()}`, (t) => {
    const seal = createSeal(keys)
    const sealed = seal.seal('secret', owner)

    t.throws(() => seal.open(sealed, { ...owner, ...change }), { instanceOf: SealBroken })
  })
}

test('no single changed character opens', (t) => {
  const seal = createSeal(keys)
  const text = Buffer.from(seal.seal('secret', owner), 'base64').toString()

  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === 'A' ? 'Q' : 'A'
    const changed = Buffer.from(text.slice(0, at) + other + text.slice(at + 1)).toString('base64')
    // The last character of a part may carry unused bits; only a change of the bytes has to be noticed.
    if (Buffer.from(changed, 'base64').toString() === text) continue
    const isSameBytes = bytesOf(changed).equals(bytesOf(Buffer.from(text).toString('base64')))
    if (!isSameBytes) t.throws(() => seal.open(changed, owner), { instanceOf: SealBroken })
  }
})

function bytesOf(sealed: string): Buffer {
  const [version = '', kid = '', ...parts] = Buffer.from(sealed, 'base64').toString().split('.')
  return Buffer.concat([
    Buffer.from(`${version}.${kid}.${parts.length}`),
    ...parts.map((part) => Buffer.from(part, 'base64url')),
  ])
}

test('after rotation old seals open and ask to be sealed again', (t) => {
  const newest = { kid: '2', secret: Buffer.alloc(32, 9) }
  const rotated = createSeal({ newest, all: [...keys.all, newest] })
  const old = createSeal(keys).seal('secret', owner)

  t.is(rotated.open(old, owner), 'secret')
  t.true(rotated.needsReseal(old))
  t.false(rotated.needsReseal(rotated.seal('secret', owner)))
})

test('a seal under a key that is missing is broken', (t) => {
  const newest = { kid: '2', secret: Buffer.alloc(32, 9) }
  const sealed = createSeal({ newest, all: [newest] }).seal('secret', owner)

  t.throws(() => createSeal(keys).open(sealed, owner), { instanceOf: SealBroken })
})

/** What Debian's Roundcube 1.6 has sealed under a key, by its `cipher_method`. */
const SEALED_BY_ROUNDCUBE = [
  ['DES-EDE3-CBC', 'anchor-24-byte-des-key!!', 'anchor-Pass.1', 'AQIDBAUGBwjwSOuAgTCWlCYIbu9NQ0dz'],
  ['DES-EDE3-CBC', 'anchor-24-byte-des-key!!', 'anchor-Pass.1', 'h1s6sne+2Cy4NtJJGegE/7Jk4pthG07N'],
  [
    'AES-256-GCM',
    'kkkkkkkk0123456789abcdef',
    'test-Pass.1',
    'IyO+V5CfssPbTwHlkYabJwvuIyP9N1GLiKN0pJSppRCT0SScI0QhlP631w==',
  ],
  [
    'AES-256-CCM',
    'kkkkkkkk0123456789abcdef',
    'test-Pass.1',
    'IyOLPqmfYi2z/iwnunArl4zAIyP4LxRAbe1AFBps7R++EOZyB4xIVXPfPw==',
  ],
  [
    'chacha20-poly1305',
    'kkkkkkkk0123456789abcdef',
    'test-Pass.1',
    'IyPMRmvTpIcXs+3MB9jT7OlvIyOHytmUvMaOLG0Fc3x4NUy16EmJ13Kv0g==',
  ],
] as const

for (const [method, key, password, sealed] of SEALED_BY_ROUNDCUBE) {
  test(`a password that Roundcube sealed by ${method} opens: ${sealed}`, (t) => {
    t.is(createRoundcubeCipher(key, method).open(sealed), password)
  })
}

test('what is sealed by a method of Roundcube opens, and by none that it does not know', (t) => {
  const key = 'anchor-24-byte-des-key!!'

  for (const method of ['AES-256-CTR', 'aes-128-ofb', 'AES-192-CFB', 'chacha20', 'aria-256-gcm']) {
    const cipher = createRoundcubeCipher(key, method)
    t.is(cipher.open(cipher.seal('pässword')), 'pässword')
  }
  for (const method of ['AES-256-ECB', 'AES-256-OCB', 'AES-256-XTS', 'no-such-method']) {
    const refused = t.throws(() => createRoundcubeCipher(key, method), { instanceOf: TypeError })
    t.true(refused.message.includes(method))
  }
})

test('a password under another key, and a damaged one, is broken where the method proves it', (t) => {
  const cipher = createRoundcubeCipher('anchor-24-byte-des-key!!', 'AES-256-GCM')
  const sealed = cipher.seal('password')
  const other = createRoundcubeCipher('another-24-byte-des-key!', 'AES-256-GCM')

  for (const [opener, text] of [
    [other, sealed],
    [cipher, sealed.slice(0, -8)],
    [cipher, ''],
  ] as const) {
    t.throws(() => opener.open(text), { instanceOf: SealBroken })
  }
})

test('the first key is made on demand, for its owner only, and found again', async (t) => {
  const directory = join(await temporaryDirectory(t), 'keys')

  const made = await loadKeys(directory, { create: true, now })

  const [name = ''] = await readdir(directory)
  t.is((await stat(join(directory, name))).mode & 0o777, 0o600)
  t.deepEqual(await loadKeys(directory, { create: true, now }), made)
})

test('without a key and without leave to make one nothing is loaded', async (t) => {
  await t.throwsAsync(loadKeys(await temporaryDirectory(t), { create: false, now }), {
    message: /no key file/,
  })
})

test('a key file others can read is refused', async (t) => {
  const directory = await temporaryDirectory(t)
  const path = join(directory, '1.key')
  await writeFile(path, Buffer.alloc(32, 7).toString('base64url'))
  await chmod(path, 0o640)

  await t.throwsAsync(loadKeys(directory, { create: false, now }), { message: /0400 or 0600/ })
})

test('the key whose name sorts last is the newest', async (t) => {
  const directory = await temporaryDirectory(t)
  for (const kid of ['20261121', '20260101']) {
    const text = Buffer.alloc(32, kid).toString('base64url')
    await writeFile(join(directory, `${kid}.key`), text, { mode: 0o400 })
  }

  t.is((await loadKeys(directory, { create: false, now })).newest.kid, '20261121')
})

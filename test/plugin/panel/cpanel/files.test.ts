import { chmod, chown, rm } from 'node:fs/promises'
import test from 'ava'
import { spoilFiles, type FileFault } from '../../../support/panel/state/faults.ts'
import { evidence, neverAborted } from '../adapter/contract.ts'
import { requested, sessionWith, liveSession, sound, toRaw } from './servers.ts'

const inconsistent = { kind: 'refused', code: 'inconsistent' } as const

const faults: readonly FileFault[] = [
  'cache_disagrees',
  'duplicate_key',
  'carriage_return',
  'symlink',
  'half_written',
  'needs_auth_with_user',
  'token_changed',
]

for (const fault of faults) {
  test(`session files are refused: ${fault}`, async (t) => {
    const { simulator, signedIn, session, panel } = await liveSession(t)
    await spoilFiles(simulator.files, session.name, fault)

    t.deepEqual(await panel.verify(evidence(signedIn), neverAborted), inconsistent)
  })
}

test('a session that both files tell alike is a principal', async (t) => {
  const { panel } = await sessionWith(t, sound)

  t.is((await panel.verify(evidence(requested), neverAborted)).kind, 'principal')
})

test('where there is no cache file the raw file counts', async (t) => {
  const { panel } = await sessionWith(t, sound, { cache: null })

  t.is((await panel.verify(evidence(requested), neverAborted)).kind, 'principal')
})

test('an empty cache file counts as none', async (t) => {
  const { panel } = await sessionWith(t, sound, { cache: '' })

  t.is((await panel.verify(evidence(requested), neverAborted)).kind, 'principal')
})

test('a raw file alone that is cut off is refused', async (t) => {
  const raw = toRaw(sound).slice(0, -3)
  const { panel } = await sessionWith(t, sound, { raw, cache: null })

  t.deepEqual(await panel.verify(evidence(requested), neverAborted), inconsistent)
})

test('a cache file alone is refused', async (t) => {
  const { panel, simulator, name } = await sessionWith(t, sound)
  await rm(simulator.files.pathOf('raw', name))

  t.deepEqual(await panel.verify(evidence(requested), neverAborted), inconsistent)
})

const disagreeing: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['user', { ...sound, user: 'root@example.test' }],
  ['cp_security_token', { ...sound, cp_security_token: '/cpsess0000000000' }],
  ['ip_address', { ...sound, ip_address: '198.51.100.7' }],
  ['needs_auth', { ...sound, needs_auth: '1' }],
]

for (const [field, raw] of disagreeing) {
  test(`files that disagree on ${field} are refused`, async (t) => {
    const { panel } = await sessionWith(t, sound, { raw: toRaw(raw) })

    t.deepEqual(await panel.verify(evidence(requested), neverAborted), inconsistent)
  })
}

const badTexts: readonly (readonly [string, { raw?: string; cache?: string }])[] = [
  ['a raw line without =', { raw: `${toRaw(sound)}hasroot\n` }],
  ['a raw line with an empty key', { raw: `${toRaw(sound)}=1\n` }],
  ['a NUL in the raw file', { raw: `${toRaw(sound)}theme=x\0y\n` }],
  ['a cache that is no object', { cache: '["user"]' }],
  ['a cache value that is an object', { cache: JSON.stringify({ ...sound, theme: {} }) }],
  [
    'a cache value with a line break',
    { cache: JSON.stringify({ ...sound, theme: 'x\nhasroot=1' }) },
  ],
  [
    'a key twice in the cache',
    { cache: JSON.stringify(sound).replace('{', '{"user":"root@example.test",') },
  ],
]

for (const [fact, texts] of badTexts) {
  test(`${fact} is refused`, async (t) => {
    const { panel } = await sessionWith(t, sound, texts)

    t.deepEqual(await panel.verify(evidence(requested), neverAborted), inconsistent)
  })
}

test('a session file that others may read is refused', async (t) => {
  const { signedIn, panel, raw } = await liveSession(t)
  await chmod(raw, 0o644)

  t.deepEqual(await panel.verify(evidence(signedIn), neverAborted), inconsistent)
})

test('a session file of another owner is refused', async (t) => {
  const { signedIn, panel, cache } = await liveSession(t)
  await chown(cache, 65_534, 65_534)

  t.deepEqual(await panel.verify(evidence(signedIn), neverAborted), inconsistent)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { readSharedSecret } from '../../../../plugin/config/secrets/secrets.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

const secret = 'a secret of the panel'

test('the secret is what the file holds', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'panel-hand-over.secret'), `${secret}\n`, { mode: 0o600 })

  t.is(await readSharedSecret(directory, 'panel-hand-over'), secret)
})

test('without a file there is no secret', async (t) => {
  t.is(await readSharedSecret(await temporaryDirectory(t), 'panel-hand-over'), undefined)
})

test('a secret that others can read is refused', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'panel-hand-over.secret'), secret, { mode: 0o644 })

  await t.throwsAsync(readSharedSecret(directory, 'panel-hand-over'), {
    message: /must have mode 0400 or 0600/,
  })
})

test('a secret that could be guessed is refused', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'panel-hand-over.secret'), 'short', { mode: 0o600 })

  await t.throwsAsync(readSharedSecret(directory, 'panel-hand-over'), {
    message: /at least 16 characters/,
  })
})

test('the password of the master user is a file of its own', async (t) => {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'imap-master.secret'), `${secret}\n`, { mode: 0o600 })

  t.is(await readSharedSecret(directory, 'imap-master'), secret)
  t.is(await readSharedSecret(directory, 'panel-hand-over'), undefined)
})

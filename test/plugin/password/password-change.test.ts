import { createServer } from 'node:http'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { changeByCommand } from '../../../plugin/password/by-command.ts'
import { changeByUrl } from '../../../plugin/password/by-url.ts'
import { createPasswordChange } from '../../../plugin/password/password-change.ts'
import { eventually } from '../../support/database/rows.ts'
import { portOf } from '../../support/http/port-of.ts'
import { makeDirectory, removeDirectory } from '../../support/process/temporary-directory.ts'
import { WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'

const wish = { user: 'ada@example.test', present: 'old $(id) "words"', wanted: "new 'words' %0" }
const limits = { timeoutMs: WAIT_LIMIT_MS, outputBytes: 1_000 }

async function scriptOf(t: ExecutionContext, body: string): Promise<readonly string[]> {
  const directory = await makeDirectory('password')
  t.teardown(() => removeDirectory(directory))
  const path = join(directory, 'change')
  await writeFile(path, `#!/bin/sh\ncd "$(dirname "$0")" || exit 1\n${body}\n`)
  await chmod(path, 0o700)
  return [path, 'one argument']
}

test('a command reads login name and both passwords by lines, and finds nothing of ours in its environment', async (t) => {
  const command = await scriptOf(t, 'cat > input; env > environment; printf %s "$*" > arguments')
  const directory = command[0]?.replace(/\/change$/, '') ?? ''

  t.deepEqual(await changeByCommand({ command, ...limits })(wish), { kind: 'changed' })

  const read = (name: string) => readFile(join(directory, name), 'utf8')
  t.is(await read('input'), `${wish.user}\n${wish.present}\n${wish.wanted}\n`)
  t.is(await read('arguments'), 'one argument')
  const names = (await read('environment')).match(/^\w+(?==)/gm) ?? []
  t.deepEqual(names.filter((name) => !['PWD', 'OLDPWD', '_', 'SHLVL'].includes(name)).sort(), [
    'LANG',
    'PATH',
  ])
})

const exits = [
  ['exit 77', { kind: 'old-refused' }],
  ['echo "Used before"; echo more; exit 65', { kind: 'new-refused', message: 'Used before' }],
  ['exit 65', { kind: 'new-refused', message: undefined }],
  ['exit 3', { kind: 'failed', reason: 'exit code 3' }],
  ['kill -9 $$', { kind: 'failed', reason: 'was ended by SIGKILL' }],
  ['yes', { kind: 'failed', reason: 'wrote too much' }],
] as const
for (const [body, outcome] of exits) {
  test(`a command that ends with "${body}" tells ${JSON.stringify(outcome)}`, async (t) => {
    const command = await scriptOf(t, body)

    t.deepEqual(await changeByCommand({ command, ...limits })(wish), outcome)
  })
}

test('a command that takes too long is killed with what it started', async (t) => {
  const command = await scriptOf(t, 'sleep 1000 & echo $! > child; wait')
  const directory = command[0]?.replace(/\/change$/, '') ?? ''

  const outcome = await changeByCommand({ command, ...limits, timeoutMs: 2_000 })(wish)

  t.deepEqual(outcome, { kind: 'failed', reason: 'ran out of time' })
  const child = Number(await readFile(join(directory, 'child'), 'utf8'))
  // Killed, it has its last moment yet to come, and may wait for anyone who inherits it to take note.
  const ended = /^gone$|\) [ZX] /
  const state = await eventually(
    () => readFile(`/proc/${child}/stat`, 'utf8').catch(() => 'gone'),
    (seen) => ended.test(seen),
  )
  t.regex(state, ended)
})

test('a command that is not there has failed, and so has a password of two lines', async (t) => {
  const change = changeByCommand({ command: ['/nowhere/change'], ...limits })

  t.deepEqual(await change(wish), { kind: 'failed', reason: 'ENOENT' })
  t.like(await change({ ...wish, wanted: 'two\nlines' }), { kind: 'failed' })
})

async function panelOf(t: ExecutionContext, status: number, reply: string) {
  const seen: { authorization: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(pieces).toString())
      seen.push({ authorization: request.headers.authorization, body })
      response.writeHead(status, { location: '/elsewhere' }).end(reply)
    })
  })
  server.listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  return { seen, url: `http://127.0.0.1:${await portOf(server)}/change` }
}

const responses = [
  [204, '', { kind: 'changed' }],
  [403, '', { kind: 'old-refused' }],
  [422, '{"message":"Too\\u0007plain"}', { kind: 'new-refused', message: 'Too plain' }],
  [422, 'no JSON', { kind: 'new-refused', message: undefined }],
  [302, '', { kind: 'failed', reason: 'status 302' }],
  [500, '', { kind: 'failed', reason: 'status 500' }],
] as const
for (const [status, response, outcome] of responses) {
  test(`a panel that answers ${status} ${response} tells ${JSON.stringify(outcome)}`, async (t) => {
    const { seen, url } = await panelOf(t, status, response)

    t.deepEqual(await changeByUrl({ url, ...limits, secret: 'bearer' })(wish), outcome)

    const body = { user: wish.user, oldPassword: wish.present, newPassword: wish.wanted }
    t.deepEqual(seen, [{ authorization: 'Bearer bearer', body }])
  })
}

test('a change that failed is logged without a secret, and a second one of a mailbox waits for nothing', async (t) => {
  const command = await scriptOf(t, 'cat; exit 3')
  const logged: unknown[] = []
  const settings = { command: [...command], ...limits, minLength: 8, atOnce: 4 }
  const log = { error: (...message: unknown[]) => void logged.push(message) }
  const change = createPasswordChange(settings, { secret: undefined, log })

  const first = change?.change(wish)
  const second = await t.throwsAsync(async () => change?.change(wish), { instanceOf: Refusal })
  const failed = await t.throwsAsync(async () => first, { instanceOf: Refusal })

  t.is(second.code, 'sign_in_busy')
  t.is(failed.code, 'password_change_failed')
  t.false(/words|old|new/.test(JSON.stringify(logged)))
  t.is(logged.length, 1)
})

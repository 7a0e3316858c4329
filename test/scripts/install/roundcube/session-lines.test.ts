import { execFile } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { parseConfig } from '../../../../plugin/config/config.ts'
import { examineRoundcube } from '../../../../scripts/install/roundcube/examine-roundcube.ts'
import { sessionLines } from '../../../../plugin/config/session-lines.ts'
import { turnOnSessions } from '../../../../scripts/install/roundcube/turn-on-sessions.ts'
import { roundcubeStep } from '../../../../scripts/install/steps/roundcube.ts'
import { takeBack } from '../../../../scripts/install/record/take-back.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

const { sessions } = parseConfig({ webmail: { sessions: { port: 8192 } } }).webmail
const head = "<?php\n$config = [];\n$config['skin'] = 'elastic';\n"
const lines = sessionLines('127.0.0.1:8192:0:a-Password')

function examine(text: string) {
  if (sessions === null) throw new Error('there is no endpoint')
  return examineRoundcube(text, sessions)
}

for (const [what, added, reason] of [
  ['a Redis for something', "$config['redis_hosts'] = ['localhost:6379'];", /another use of Redis/],
  ['a cache in Redis', "$config['imap_cache'] = 'redis';", /imap_cache is kept in Redis/],
  ['half of our lines', lines.split('\n').slice(0, 2).join('\n'), /damaged/],
  ['its end before its last line', 'exit;', /before its last line/],
] as const) {
  test(`a Roundcube that has ${what} is refused in words`, (t) => {
    const examined = examine(`${head}${added}\n`)

    t.is(examined.kind, 'refused')
    t.regex(examined.kind === 'refused' ? examined.reason : '', reason)
  })
}

test('a Roundcube that has its sessions in a Redis, a memcached or files of PHP fits', (t) => {
  const redis = "$config['session_storage'] = 'redis';\n$config['redis_hosts'] = ['localhost'];\n"
  t.deepEqual(examine(head + redis), { kind: 'fit', overruled: false })
  for (const storage of ['memcached', 'php']) {
    const text = `${head}$config['session_storage'] = '${storage}';\n`
    t.deepEqual(examine(text), { kind: 'fit', overruled: false })
  }
})

test('a Roundcube in its default, or with its table named, fits', (t) => {
  t.deepEqual(examine(head), { kind: 'fit', overruled: false })
  const named = "$config['session_storage'] = 'db';\n$config['redis_hosts'] = null;\n"
  t.deepEqual(examine(head + named), { kind: 'fit', overruled: false })
})

test('lines of ours fit again, and it is seen when later ones win over them', (t) => {
  const later = "$config['session_storage'] = 'db';\n"

  t.deepEqual(examine(head + lines), { kind: 'fit', overruled: false })
  t.deepEqual(examine(head + lines + later), { kind: 'fit', overruled: true })
})

test('lines that a user wrote manually to the same end stay', (t) => {
  const manually = lines.split('\n').slice(1, 3).join('\n')

  t.deepEqual(examine(`${head}${manually}\n`), { kind: 'by hand' })
})

/** No one is signed in. */
function stepOf(file: string, text: string) {
  const nowhere = { program: '', configFile: '' }
  return roundcubeStep({ file, readLines: async () => text, move: undefined }, nowhere)
}

test('the step keeps mode and bytes, changes nothing twice, and is rolled back with what was added since', async (t) => {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'config.inc.php')
  // Latin-1, and no end of the last line.
  const before = Buffer.from(`${head}$config['product_name'] = 'Gr\xfc\xdfe';`, 'latin1')
  await writeFile(file, before, { mode: 0o640 })
  const step = stepOf(file, lines)
  t.false(await step.isDone())
  const undo = await step.planUndo()
  if (undo === undefined) throw new Error('nothing to take back')

  await step.apply()

  t.true(await step.isDone())
  t.deepEqual(await readFile(file), Buffer.concat([before, Buffer.from(`\n${lines}`)]))
  t.is((await stat(file)).mode & 0o777, 0o640)
  t.deepEqual(await readFile(`${file}.before-postern`), before)
  t.is((await stat(`${file}.before-postern`)).mode & 0o777, 0o640)
  const added = "$config['skin'] = 'larry';\n"
  await writeFile(file, added, { flag: 'a' })
  await takeBack(undo)
  t.deepEqual(await readFile(file), Buffer.concat([before, Buffer.from(`\n${added}`)]))
  t.deepEqual(await readdir(directory), ['config.inc.php'])
})

test('a step that was killed before, within and after its change is rolled back to the same bytes', async (t) => {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'config.inc.php')
  const before = head.trimEnd()
  await writeFile(file, before)
  const step = stepOf(file, lines)
  const undo = await step.planUndo()
  if (undo === undefined) throw new Error('nothing to take back')

  for (const started of [
    async () => undefined,
    () => writeFile(`${file}.before-postern`, before),
    () => writeFile(`${file}.postern-new`, head.slice(0, 20)),
    () => step.apply(),
  ]) {
    await started()
    await takeBack(undo)
    t.is(await readFile(file, 'utf8'), before)
    t.deepEqual(await readdir(directory), ['config.inc.php'])
  }
})

test('lines with another address are rewritten, and rolled back to the former ones', async (t) => {
  const file = join(await temporaryDirectory(t), 'config.inc.php')
  await writeFile(file, head + lines)
  const step = stepOf(file, sessionLines('unix:///run/sessions.sock'))
  const undo = await step.planUndo()
  if (undo === undefined) throw new Error('nothing to take back')

  await step.apply()
  t.true((await readFile(file, 'utf8')).includes("'unix:///run/sessions.sock'"))

  await takeBack(undo)
  t.is(await readFile(file, 'utf8'), head + lines)
})

test('a Roundcube behind Postern takes from it who asks, beside the proxies it names itself', async (t) => {
  const own = "$config['proxy_whitelist'] = ['192.0.2.1'];\n"
  const file = join(await temporaryDirectory(t), 'config.inc.php')
  await writeFile(file, head + own)
  await stepOf(file, sessionLines('127.0.0.1:8192:0:a-Password', { isBehind: true })).apply()
  const program = `include ${JSON.stringify(file)}; echo json_encode($config['proxy_whitelist']);`

  const { stdout } = await promisify(execFile)('php', ['-r', program])

  t.deepEqual(JSON.parse(stdout), ['192.0.2.1', '127.0.0.1', '::1'])
})

test('an endpoint is turned on where there is none, and one that is there stays', (t) => {
  const file = '/srv/webmail/config.inc.php'
  const turnedOn = turnOnSessions('{"webmail":{"app":"postern"}}', file)

  const { webmail } = parseConfig(JSON.parse(turnedOn))
  t.like(webmail, { app: 'postern' })
  t.like(webmail.sessions, { host: '127.0.0.1', port: 8192, roundcubeConfig: file })
  t.is(turnOnSessions(turnedOn, '/etc/roundcube/config.inc.php'), turnedOn)
  t.is(turnOnSessions('no configuration', file), 'no configuration')
})

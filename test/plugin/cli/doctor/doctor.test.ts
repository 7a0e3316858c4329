import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { postern as run } from '../command-line.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

test('a configuration with faults is told key by key, with exit code 2', async (t) => {
  const file = join(await temporaryDirectory(t), 'postern.json')
  await writeFile(file, JSON.stringify({ imap: { port: 0 }, session: { idleMs: 5 }, no: 1 }))

  const { code, output } = await run(['doctor', '--config', file, '--json'])

  t.is(code, 2)
  const reported = output.split('"id": ').slice(1)
  t.deepEqual(reported.map(idOf), ['config.invalid', 'config.invalid', 'config.invalid'])
  t.regex(output, /imap\.port/)
  t.regex(output, /session\.idleMs/)
})

test('several instances without what they share are refused, each lack automatically', async (t) => {
  const file = join(await temporaryDirectory(t), 'postern.json')
  await writeFile(file, JSON.stringify({ instances: 'several' }))

  const { code, output } = await run(['doctor', '--config', file])

  t.is(code, 2)
  t.regex(output, /^ERROR {3}redis: must be set .* \(config\.invalid\)$/m)
  t.regex(output, /^ERROR {3}database\.url: must be mysql/m)
  t.regex(output, /^ERROR {3}credentialsDir: must be set/m)
})

test('the report names what was seen, the id, and below it what to do', async (t) => {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'postern.json')
  const smtp = { host: '127.0.0.1', port: 1 }
  await writeFile(file, JSON.stringify({ dataDir: directory, smtp, imap: smtp }))

  const { code, output } = await run(['doctor', '--config', file])

  t.is(code, 2)
  t.regex(
    output,
    /^ERROR {3}the submission server at 127\.0\.0\.1:1 .*ECONNREFUSED.* \(smtp\.unreachable\)\n {8}nothing listens/m,
  )
  t.regex(output, /^errors: \d+, warnings: \d+$/m)
})

test('without a configuration the usage is all there is', async (t) => {
  const { code, complaints } = await run(['doctor'])

  t.is(code, 64)
  t.regex(complaints, /^Usage: postern doctor/)
})

test('a damaged admin.json is an error in one line, and no word on whether Postern runs', async (t) => {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'postern.json')
  await writeFile(file, JSON.stringify({ dataDir: directory }))
  await writeFile(join(directory, 'admin.json'), '{"token":')

  const { code, output } = await run(['doctor', '--config', file, '--json'])

  t.is(code, 2)
  t.true(output.includes('process.door-damaged'))
  t.regex(output, /"seen": "\S+admin\.json is not JSON"/)
  t.notRegex(output, /"id": "(process\.none|spool\.)/)
})

test('commands that ask the running process say which file is damaged, and what to do', async (t) => {
  const directory = await temporaryDirectory(t)
  const file = join(directory, 'postern.json')
  await writeFile(file, JSON.stringify({ dataDir: directory }))
  await writeFile(join(directory, 'admin.json'), '{}')

  for (const args of [['status'], ['sessions', 'list']]) {
    const { code, complaints } = await run([...args, '--config', file])

    t.is(code, 69)
    t.regex(complaints, /^\S+admin\.json is not as Postern wrote it \(address: .*: restart Postern/)
  }
})

/** The id that a piece of the report as JSON starts with. */
function idOf(text: string): string | undefined {
  return /^"([^"]+)"/.exec(text)?.[1]
}

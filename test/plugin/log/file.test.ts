import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createLogFile, type LogFile } from '../../../plugin/log/file.ts'
import { mountSmallDisk, testWithDisks } from '../../support/database/small-disk.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

interface Fixture {
  readonly path: string
  readonly clock: { ms: number }
  readonly open: (maxQueuedChars?: number) => LogFile
}

const times = { rotationCheckMs: 1_000, retryMs: 20 }

async function logDirectory(t: ExecutionContext): Promise<Fixture> {
  const path = join(await temporaryDirectory(t), 'error.log')
  const clock = { ms: 1_000_000 }
  const open = (maxQueuedBytes = 1_000): LogFile =>
    createLogFile({ path, ...times, maxQueuedBytes, now: () => clock.ms })
  return { path, clock, open }
}

/** The log writes in the background; its content is awaited, not guessed. */
async function contentOnce(path: string, expected: string): Promise<string> {
  for (;;) {
    const content = await readFile(path, 'utf8').catch(() => '')
    if (content === expected) return content
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('lines are appended in order', async (t) => {
  const { path, open } = await logDirectory(t)
  const log = open()

  log.write('one\n')
  log.write('two\n')
  await log.close()

  t.is(await readFile(path, 'utf8'), 'one\ntwo\n')
})

test('lines beyond the bound are dropped and counted', async (t) => {
  const { path, open } = await logDirectory(t)
  const log = open(10)

  for (let index = 0; index < 10; index += 1) log.write('12345\n')
  await log.close()

  const written = (await readFile(path, 'utf8')).split('\n').length - 1
  t.true(written < 10)
  t.is(log.droppedLines, 10 - written)
})

test('a file that was rotated away is opened again', async (t) => {
  const { path, clock, open } = await logDirectory(t)
  const log = open()
  log.write('before\n')
  await contentOnce(path, 'before\n')

  await rename(path, `${path}.1`)
  clock.ms += 2_000
  log.write('after\n')
  await log.close()

  t.is(await readFile(`${path}.1`, 'utf8'), 'before\n')
  t.is(await readFile(path, 'utf8'), 'after\n')
})

test('a file that was rotated away is opened again, also after the clock was set back', async (t) => {
  const { path, clock, open } = await logDirectory(t)
  const log = open()
  log.write('before\n')
  await contentOnce(path, 'before\n')

  await rename(path, `${path}.1`)
  clock.ms -= 3_600_000
  log.write('after\n')
  await log.close()

  t.is(await readFile(path, 'utf8'), 'after\n')
})

test('reopen takes effect with the next line', async (t) => {
  const { path, open } = await logDirectory(t)
  const log = open()
  log.write('before\n')
  await contentOnce(path, 'before\n')

  await rename(path, `${path}.1`)
  log.reopen()
  log.write('after\n')
  await log.close()

  t.is(await readFile(path, 'utf8'), 'after\n')
})

test('a directory that is missing costs lines and nothing else', async (t) => {
  const { path } = await logDirectory(t)
  const log = createLogFile({
    path: join(path, 'no', 'such'),
    ...times,
    maxQueuedBytes: 1_000,
    now: Date.now,
  })

  log.write('lost\n')
  await log.close()

  t.is(log.droppedLines, 1)
})

test('lines that could not be written are written when they can be, in their order', async (t) => {
  const directory = join(await temporaryDirectory(t), 'later')
  const path = join(directory, 'error.log')
  const log = createLogFile({ path, ...times, maxQueuedBytes: 1_000, now: Date.now })

  log.write('one\n')
  log.write('two\n')
  await new Promise((resolve) => setTimeout(resolve, 0))
  await mkdir(directory)
  log.write('three\n')

  t.is(await contentOnce(path, 'one\ntwo\nthree\n'), 'one\ntwo\nthree\n')
  t.is(log.droppedLines, 0)
  await log.close()
})

testWithDisks('a full disk costs no line and cuts none', async (t) => {
  const disk = await mountSmallDisk(t)
  const path = join(disk.path, 'error.log')
  const lines = Array.from({ length: 200 }, (_, n) => `${n} ${'x'.repeat(100)}\n`)
  const log = createLogFile({ path, ...times, maxQueuedBytes: 1_000_000, now: Date.now })
  log.write('before\n')
  await contentOnce(path, 'before\n')

  await disk.fill()
  lines.forEach((line) => log.write(line))
  t.true(log.waitingBytes > 0)
  await disk.free()
  const expected = `before\n${lines.join('')}`

  t.is(await contentOnce(path, expected), expected)
  t.is(log.droppedLines, 0)
  await log.close()
  t.is(log.waitingBytes, 0)
})

testWithDisks('a disk that stays full keeps no more lines than the bound', async (t) => {
  const disk = await mountSmallDisk(t)
  const log = createLogFile({
    path: join(disk.path, 'error.log'),
    ...times,
    maxQueuedBytes: 1_000,
    now: Date.now,
  })
  await disk.fill()

  for (let n = 0; n < 1_000; n += 1) log.write(`${'x'.repeat(99)}\n`)
  await log.close()

  t.is(log.droppedLines, 1_000)
})

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { z } from 'zod'
import type { Account } from '../../../../proxy/mail/model/account.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { openAccount, patient } from '../engine.ts'

/** Messages that others collected, each with the Debian package that brings them. */
const CORPORA = [
  { directory: '/usr/lib/python3.11/test/test_email/data', package: 'libpython3.11-testsuite' },
  {
    directory: '/usr/lib/python3/dist-packages/flufl/bounce/tests/data',
    package: 'python3-flufl.bounce',
  },
] as const
const OURS = new URL('../cases/', import.meta.url)
const SHORT = 5

const FIELDS = ['subject', 'from', 'date', 'text', 'files'] as const
type Field = (typeof FIELDS)[number]

const readMessage = z.object({
  subject: z.string(),
  from: z.array(z.string()),
  date: z.number().nullable(),
  text: z.string(),
  files: z.array(z.string()),
})
/** `texts` are parts that Postern may show or list. */
const python = z.union([
  z.object({ error: z.string() }),
  readMessage.extend({ texts: z.array(z.string()) }),
])
type Read = z.infer<typeof readMessage>

/** By message: the fields that Postern reads otherwise, or `error` where Python does not read it, and why. */
const known = z.record(
  z.string(),
  z.object({ fields: z.array(z.enum([...FIELDS, 'error'])), reason: z.string() }),
)

test('messages are read as Python reads them, but for differences with a reason', async (t) => {
  t.timeout(600_000)
  const sources = await sourcesOf(t.log)
  const directory = await temporaryDirectory(t)
  const files: string[] = []
  for (const [name, source] of sources) {
    const file = join(directory, name)
    await writeFile(file, source)
    files.push(file)
  }
  const read = await readByPython(files)
  const dovecot = await startDovecot({ t, users: 1 })
  const account = openAccount(t, dovecot, 1)

  const found: Record<string, readonly (Field | 'error')[]> = {}
  let uid = 0
  for (const [name, source] of sources) {
    await account.append('INBOX', source, [], patient)
    uid += 1
    const other = read[uid - 1]
    const own = await readByPostern(account, uid)
    const fields = differences(own, other)
    if (fields.length > 0) found[name] = fields
    if (process.env['SHOW_DIFFERENCES'] === '1' && fields.length > 0) {
      t.log(name, fields, JSON.stringify({ own, other }).slice(0, 1_500))
    }
  }

  const reasons = known.parse(
    JSON.parse(await readFile(new URL('differences.json', import.meta.url), 'utf8')),
  )
  const expected = Object.entries(reasons).filter(([name]) => sources.has(name))
  t.deepEqual(found, Object.fromEntries(expected.map(([name, { fields }]) => [name, fields])))
  t.true(sources.size >= SHORT)
})

/** With line ends as they travel. */
async function sourcesOf(log: (text: string) => void): Promise<ReadonlyMap<string, Buffer>> {
  const sources = new Map<string, Buffer>()
  for (const { directory, package: packageName } of CORPORA) {
    if (!existsSync(directory)) {
      if (isLong) throw new Error(`${directory} is missing: apt-get install ${packageName}`)
      log(`without ${packageName}`)
      continue
    }
    const names = (await readdir(directory)).filter((name) => name.endsWith('.txt')).sort()
    for (const name of isLong ? names : names.slice(0, SHORT)) {
      sources.set(name, await crlf(join(directory, name)))
    }
  }
  if (sources.size > 0) return sources
  const names = (await readdir(OURS)).filter((name) => name.endsWith('.eml')).sort()
  for (const name of names.slice(0, SHORT)) sources.set(name, await crlf(new URL(name, OURS)))
  return sources
}

async function crlf(file: string | URL): Promise<Buffer> {
  return Buffer.from((await readFile(file, 'latin1')).replace(/\r?\n/g, '\r\n'), 'latin1')
}

async function readByPython(files: readonly string[]): Promise<readonly z.infer<typeof python>[]> {
  const script = fileURLToPath(new URL('read-messages.py', import.meta.url))
  const { stdout } = await promisify(execFile)('python3', [script, ...files], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const lines = stdout.trimEnd().split('\n')
  return lines.map((line) => python.parse(JSON.parse(line)))
}

async function readByPostern(account: Account, uid: number): Promise<Read> {
  const message = await account.message('INBOX', uid, patient)
  const { summary } = message.row
  const files: string[] = []
  for (const { id, type } of [...message.attachments, ...message.inlineParts]) {
    if (type.startsWith('message/')) continue
    const pieces: Buffer[] = []
    const { stream } = await account.part('INBOX', uid, id, patient)
    for await (const piece of stream) pieces.push(piece)
    // Where lines end, and whether the last one does, is not compared.
    const content = Buffer.concat(pieces).toString('latin1').replaceAll('\r\n', '\n')
    const bytes = Buffer.from(content.replace(/\n+$/, ''), 'latin1')
    files.push(createHash('sha256').update(bytes).digest('hex'))
  }
  return {
    subject: summary.subject,
    from: summary.from.map(({ address }) => address),
    date: summary.date,
    text: message.text ?? '',
    files: files.sort(),
  }
}

function differences(
  own: Read,
  other: z.infer<typeof python> | undefined,
): readonly (Field | 'error')[] {
  if (other === undefined || 'error' in other) return ['error']
  return FIELDS.filter((field) => {
    // The list has the date of arrival where a message has none.
    if (field === 'date' && other.date === null) return false
    // Postern shows all texts that stand in a message one below the other, Python's body is the first.
    if (field === 'subject') return plain(own.subject) !== plain(other.subject)
    if (field === 'text') return !plain(own.text).includes(plain(other.text))
    if (field === 'files') return !hasSameFiles(own.files, other)
    return JSON.stringify(own[field]) !== JSON.stringify(other[field])
  })
}

function hasSameFiles(
  own: readonly string[],
  { files, texts }: { readonly files: readonly string[]; readonly texts: readonly string[] },
): boolean {
  const all = [...files, ...texts]
  return files.every((file) => own.includes(file)) && own.every((file) => all.includes(file))
}

/** Where lines break is not compared. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

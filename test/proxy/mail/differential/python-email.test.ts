import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { z } from 'zod'
import type { Account } from '../../../../proxy/mail/model/account.ts'
import type { Address } from '../../../../proxy/mail/model/summary.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { openAccount, patient } from '../engine.ts'
import { corpora } from './corpora.ts'

/** Longer texts are cut, which is not what is compared. */
const MAX_TEXT_BYTES = 1024 * 1024

const FIELDS = ['subject', 'from', 'to', 'cc', 'date', 'text', 'files'] as const
type Field = (typeof FIELDS)[number]

/** Each with its name. */
const addresses = z.array(z.tuple([z.string(), z.string()]))
const readMessage = z.object({
  subject: z.string(),
  from: addresses,
  to: addresses,
  cc: addresses,
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

/** Messages of which Postern reads these fields otherwise, or Python does not read them (`error`), and why. */
const known = z.array(
  z.object({
    reason: z.string(),
    messages: z.record(z.string(), z.array(z.enum([...FIELDS, 'error']))),
  }),
)

test('messages are read as Python reads them, but for differences with a reason', async (t) => {
  t.timeout(600_000)
  const directory = await temporaryDirectory(t)
  const sources = await corpora(directory, t.log)
  const messages = join(directory, 'messages')
  await mkdir(messages)
  const files: string[] = []
  for (const [name, source] of sources) {
    const file = join(messages, name)
    await writeFile(file, source)
    files.push(file)
  }
  const read = await readByPython(files)
  const dovecot = await startDovecot({ t, users: 1 })
  const account = openAccount(t, dovecot, 1, { maxTextBytes: MAX_TEXT_BYTES })

  const found: Record<string, readonly (Field | 'error')[]> = {}
  let uid = 0
  for (const [name, source] of sources) {
    await account.append('INBOX', source, [], patient)
    uid += 1
    const other = read[uid - 1]
    const own = await readByPostern(account, uid)
    const fields = differences(own, other)
    if (fields.length > 0) found[name] = fields
  }

  const reasons = known.parse(
    JSON.parse(await readFile(new URL('differences.json', import.meta.url), 'utf8')),
  )
  const expected: Record<string, readonly (Field | 'error')[]> = {}
  for (const [name, fields] of reasons.flatMap(({ messages }) => Object.entries(messages))) {
    if (sources.has(name)) expected[name] = [...(expected[name] ?? []), ...fields]
  }
  t.deepEqual(found, expected)
  t.true(sources.size > 0)
})

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
    from: named(summary.from),
    to: named(summary.to),
    cc: named(summary.cc),
    date: summary.date,
    text: message.text ?? '',
    files: files.sort(),
  }
}

function named(read: readonly Address[]): [string, string][] {
  return read.map(({ name, address }) => [plain(name), address])
}

function differences(
  own: Read,
  other: z.infer<typeof python> | undefined,
): readonly (Field | 'error')[] {
  if (other === undefined || 'error' in other) return ['error']
  return FIELDS.filter((field) => {
    // The list has the date of arrival where a message has none.
    if (field === 'date') return other.date !== null && own.date !== other.date
    if (field === 'subject') return !isSame(plain(own.subject), plain(other.subject))
    // Postern shows all texts that stand in a message one below the other, Python's body is the first.
    if (field === 'text') return !isSame(letters(own.text), letters(other.text), 'within')
    if (field === 'files') return !hasSameFiles(own.files, other)
    return !hasSameAddresses(own[field], other[field])
  })
}

/** Python has U+FFFD for 8-bit text without a charset, which is read by its bytes here. */
function isSame(own: string, other: string, where?: 'within'): boolean {
  if (other.includes('\u{FFFD}')) return !own.includes('\u{FFFD}')
  return where === 'within' ? own.includes(other) : own === other
}

function hasSameAddresses(
  own: readonly (readonly [string, string])[],
  other: readonly (readonly [string, string])[],
): boolean {
  return (
    own.length === other.length &&
    own.every(([name, address], index) => {
      const [otherName = '', otherAddress = ''] = other[index] ?? []
      // A comment is a name here (RFC 5322 3.4); the null address is none here, and `<>` in Python.
      const isNamed = otherName === '' || isSame(name, plain(otherName))
      return isNamed && isSame(address, otherAddress === '<>' ? '' : otherAddress)
    })
  )
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

/** Python leaves flowed text (RFC 3676) as it travels, and characters that no one sees. */
function letters(text: string): string {
  return text.replace(/[\s>\p{Cc}\p{Cf}]+/gu, '')
}

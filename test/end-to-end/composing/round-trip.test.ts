import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { z } from 'zod'
import type { NativeInputOf } from '../../../plugin/wire/native/types.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { callAction, responseOf } from '../../support/http/native-actions.ts'
import { cookieHeader, createWebmailClient } from '../../support/http/webmail-client.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { makeDirectory, removeDirectory } from '../../support/process/temporary-directory.ts'
import { seededRandom } from '../../support/random.ts'
import { startSmtpSink } from '../../support/smtp/sink.ts'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'

const MESSAGES = isLong ? 300 : 30

const WORDS = [
  ...['Grüße aus Köln', '世界の皆さん', 'Привет, мир', 'مرحبا بالعالم', 'สวัสดีชาวโลก', '👩‍👩‍👧 🚀 é'],
  ...['=?UTF-8?Q?not_encoded?=', 'a;b="c"', '<b>&amp;', '.', 'From here', '-- ', '\u00a0x\u00a0'],
  ...['word '.repeat(60).trim(), 'x'.repeat(1_200), '"quoted" \\ back', "it's 100 % = 5"],
]
const NAMES = [
  ...[
    'Übersicht 世界.pdf',
    'a b;c=d,e.txt',
    `${'long name '.repeat(20)}.doc`,
    "it's.txt",
    '📎.png',
  ],
  ...['plain.bin', '%20.txt', 'Привет.docx'],
]
const PEOPLE = [
  ['Quill, Ada', 'ada@example.org'],
  ['Jürgen Öz', 'j@xn--bcher-kva.example'],
  ['李明', 'li.ming+tag@example.org'],
  ['', 'bare@example.org'],
  ['O\'Brien "Bo"', 'bo@example.org'],
] as const

const seen = z.array(
  z.object({
    defects: z.array(z.string()),
    fields: z.array(z.string()),
    longestLine: z.number(),
    hasBareBreak: z.boolean(),
    subject: z.string(),
    to: z.array(z.tuple([z.string(), z.string()])),
    text: z.string(),
    html: z.string().nullable(),
    files: z.array(z.tuple([z.string(), z.string()])),
  }),
)

test('composed messages are sent, opened and replied to without loss, and Python finds no defect in one', async (t) => {
  t.timeout(isLong ? 1_800_000 : 170_000)
  const dovecot = await startDovecot({ t, users: 1 })
  const sink = await startSmtpSink({ t })
  const postern = await startPostern({ t, mail: dovecot, submission: sink })
  const user = dovecot.userName(1)
  const client = createWebmailClient(postern.base())
  await client.signIn(user, dovecot.password)
  const directory = await makeDirectory('round-trip')
  t.teardown(() => removeDirectory(directory))
  const random = seededRandom(34)
  const pick = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value => {
    const value = values[random(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }

  const send = async (input: NativeInputOf<'send'>, files: readonly File[]) => {
    const body = new FormData()
    body.set('_input', JSON.stringify(input))
    for (const file of files) body.append('_files[]', file, file.name)
    const response = await fetch(postern.base() + actionAddress('send', {}), {
      method: 'POST',
      body,
      headers: {
        accept: NATIVE_TYPE,
        cookie: cookieHeader(client.cookies),
        'x-roundcube-request': client.token(),
      },
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`send answered ${response.status}: ${text}`)
    return responseOf('send', text)
  }

  const written = []
  const paths: string[] = []
  for (let n = 1; n <= MESSAGES; n += 1) {
    const subject = `${n} ${pick(WORDS)}`.trim().replaceAll(/\s+/g, ' ')
    const lines = [pick(WORDS), '', pick(WORDS), `> ${pick(WORDS)}`, pick(WORDS)]
    const people = [pick(PEOPLE)]
    const to = people.map(([name, address]) =>
      name === '' ? address : `"${name.replaceAll('"', '\\"')}" <${address}>`,
    )
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const isRich = n % 2 === 0
    const html = `${lines.map((line) => `<div dir="auto">${escaped(line)}</div>`).join('')}<table><tbody><tr><td style="color:#c00">${n}</td></tr></tbody></table>`
    const files = Array.from(
      { length: random(3) },
      (_, index) => new File([`${n} ${index} \0\r\n\n`], pick(NAMES)),
    )
    const body = isRich ? { html } : { text: lines.join('\n') }
    const composeId = `round-trip-${n}`
    await send({ composeId, to: to.join(', '), bcc: 'blind@example.org', subject, ...body }, files)
    const source = sink.messages.at(-1)?.source ?? ''
    const path = join(directory, `${n}.eml`)
    await writeFile(path, source)
    paths.push(path)
    await dovecot.deliver(user, { raw: source })
    written.push({ subject, lines, people, files, isRich, html })
  }

  const script = fileURLToPath(new URL('round-trip.py', import.meta.url))
  const { stdout } = await promisify(execFile)('python3', [script, ...paths], {
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const [index, read] of seen.parse(JSON.parse(stdout)).entries()) {
    const expected = written[index]
    if (expected === undefined) throw new Error('more messages than were written')
    const { subject, lines, people, files, isRich } = expected
    const about = `${index + 1}`
    t.deepEqual(read.defects, [], about)
    t.true(read.longestLine <= 998, about)
    t.false(read.hasBareBreak, about)
    t.deepEqual(
      read.fields.filter((name) => /^(?:bcc|list-|auto-|precedence|x-postern)/.test(name)),
      [],
      about,
    )
    // A long word starts on a line of its own, whose blank Python leaves.
    t.is(read.subject.trim(), subject, about)
    t.deepEqual(
      read.to,
      people.map(([name, address]) => [name, address]),
      about,
    )
    t.deepEqual(
      read.files.map(([name]) => name),
      files.map(({ name }) => name),
      about,
    )
    for (const line of lines)
      t.true(spaceless(read.text).includes(spaceless(line)), `${about} ${line}`)
    if (isRich) t.regex(read.html ?? '', /<td style="color:\s*#c00;?">/, about)
  }

  const { rows } = await callAction(client, 'list', { mailbox: 'INBOX' })
  t.true(rows.length > 0)
  for (const { uid } of rows) {
    const shown = await callAction(client, 'show', { mailbox: 'INBOX', uid })
    const n = Number.parseInt(shown.row.subject, 10)
    const expected = written[n - 1]
    if (expected === undefined) throw new Error(`no message ${n}`)
    t.is(shown.row.subject, expected.subject)
    t.is(shown.attachments.length, expected.files.length)
    for (const line of expected.lines) t.true(spaceless(shown.text).includes(spaceless(line)), line)
    const reply = await callAction(client, 'compose', { mode: 'reply', mailbox: 'INBOX', uid })
    const quoted = spaceless(reply.text)
    for (const line of expected.lines) {
      t.true(quoted.includes(spaceless(line)), line)
    }
    if (expected.isRich) t.regex(reply.html ?? '', /<td style="color:\s*#c00;?">/)
  }
})

/** Lines are folded, with a mark at each that is quoted, and spaces that do not break are spaces in plain text. */
function spaceless(text: string): string {
  return text.replaceAll(/[\s>]+/g, '')
}

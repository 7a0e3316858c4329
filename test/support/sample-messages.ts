const users = [
  ['Ada Lindqvist', 'ada@example.org'],
  ['Bruno Keller', 'bruno@example.net'],
  ['Chiara Rossi', 'chiara@example.com'],
  ['Dmitri Volkov', 'dmitri@example.org'],
  ['Élodie Martin', 'elodie@example.net'],
] as const

const subjects = [
  'Minutes of the meeting',
  'Invoice',
  'Re: Holiday plans',
  'Grüße aus Köln',
  'Your ticket',
  'Weekly report',
  'Lunch?',
] as const

/** The moment sample message 0 was sent; each later one is ten minutes younger. */
const firstSentAt = Date.UTC(2026, 0, 5, 8, 0, 0)

/** When the n-th sample message was sent. Unix ms. */
export function sampleSentAt(n: number): number {
  return firstSentAt + n * 600_000
}

/** The n-th sample message: always the same for the same n. Every fifth has HTML, every seventh a file. */
export function sampleMessage(n: number, to: string): string {
  const [name, address] = pick(users, n)
  const subject = `${pick(subjects, n)} ${n}`
  const headers = [
    `From: ${encodeWords(name)} <${address}>`,
    `To: <${to}>`,
    `Subject: ${encodeWords(subject)}`,
    `Date: ${new Date(sampleSentAt(n)).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <sample-${n}@example.org>`,
    'MIME-Version: 1.0',
  ]
  return [...headers, ...body(n, name)].join('\r\n')
}

function body(n: number, name: string): readonly string[] {
  const text = `Hello,\r\n\r\nthis is message number ${n} from ${name}.\r\n`
  if (n % 7 === 6) return withAttachment(n, text)
  if (n % 5 === 4) return withHtml(n, text)
  return textPart(text)
}

function textPart(text: string): readonly string[] {
  return ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text]
}

function withHtml(n: number, text: string): readonly string[] {
  return [
    `Content-Type: multipart/alternative; boundary="alternative-${n}"`,
    '',
    `--alternative-${n}`,
    ...textPart(text),
    `--alternative-${n}`,
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>Hello,</p><p>this is message number <b>${n}</b>.</p>`,
    `--alternative-${n}--`,
    '',
  ]
}

function withAttachment(n: number, text: string): readonly string[] {
  return [
    `Content-Type: multipart/mixed; boundary="mixed-${n}"`,
    '',
    `--mixed-${n}`,
    ...textPart(text),
    `--mixed-${n}`,
    `Content-Type: text/csv; name="report-${n}.csv"`,
    `Content-Disposition: attachment; filename="report-${n}.csv"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(`number,square\r\n${n},${n * n}\r\n`).toString('base64'),
    `--mixed-${n}--`,
    '',
  ]
}

/** RFC 2047, only where a header is not ASCII. */
function encodeWords(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
}

function pick<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

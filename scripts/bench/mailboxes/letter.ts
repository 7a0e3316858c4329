import type { Random } from '../../../test/support/random.ts'

/** What makes one message of a mailbox differ from the next. */
export interface LetterFacts {
  readonly uid: number
  readonly to: string
  /** Unix ms. */
  readonly sentAt: number
}

/** Conversations a new message may answer; the caller keeps one per folder. */
export type Threads = { readonly subject: string; readonly ids: string[] }[]

const MAX_THREADS = 40
const MAX_REFERENCES = 20

const first = ['Anna', 'Boris', 'Chloé', 'Émile', 'Fatima', 'Günther', 'Ivan', 'José', 'Søren']
const last = ['Adams', 'Berg', 'Dvořák', 'Fischer', 'García', 'Ito', 'Müller', 'Okafor', 'Weiß']
const subjects = [
  'Invoice for your order',
  'Minutes of the meeting',
  'Your domain expires soon',
  'Holiday photos',
  'Grüße aus Zürich',
  'Příští týden v Brně',
  'こんにちは、会議の件',
  'Newsletter',
]
const words =
  'the quick report shows that our mail server kept its promise during the long weekend although two disks were replaced and the queue grew beyond what anyone expected'.split(
    ' ',
  )

/** One message as mail servers see them: received lines, encoded words, threads, several kinds of bodies. */
export function letter({ uid, to, sentAt }: LetterFacts, random: Random, threads: Threads): string {
  const name = `${pick(first, random)} ${pick(last, random)}`
  const id = `<${uid}.${random(1e9).toString(36)}@example.org>`
  const { subject, references } = conversation(id, random, threads)
  const date = new Date(sentAt).toUTCString().replace('GMT', '+0000')
  const headers = [
    'Return-Path: <bounce@example.org>',
    `Received: from mx.example.org (mx.example.org [192.0.2.${random(255)}])`,
    `\tby mail.example.test with ESMTPS id ${random(1e9).toString(36)}; ${date}`,
    `From: ${encodeWords(name)} <sender${random(500)}@example.org>`,
    `To: <${to}>`,
    `Subject: ${encodeWords(subject)}`,
    `Date: ${date}`,
    `Message-ID: ${id}`,
    ...references,
    'MIME-Version: 1.0',
  ]
  return [...headers, ...body(uid, random)].join('\r\n')
}

function conversation(id: string, random: Random, threads: Threads) {
  const isResponse = threads.length > 0 && random(100) < 25
  const thread = isResponse ? pick(threads, random) : undefined
  if (thread === undefined) {
    const subject = `${pick(subjects, random)} ${random(5_000)}`
    if (random(100) < 12) threads.push({ subject, ids: [id] })
    if (threads.length > MAX_THREADS) threads.shift()
    return { subject, references: [] }
  }
  const references = [
    `In-Reply-To: ${thread.ids.at(-1) ?? id}`,
    `References: ${thread.ids.slice(-MAX_REFERENCES).join('\r\n ')}`,
  ]
  thread.ids.push(id)
  return { subject: `Re: ${thread.subject}`, references }
}

function body(uid: number, random: Random): readonly string[] {
  const kind = random(100)
  if (kind < 40) return plain(prose(random, 30 + random(120)))
  const boundary = `=_${uid}_${random(1e9).toString(36)}`
  const isAlternative = kind < 85
  return [
    `Content-Type: multipart/${isAlternative ? 'alternative' : 'mixed'}; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...plain(prose(random, 60)),
    `--${boundary}`,
    ...(isAlternative ? markup(random) : attachment(uid, random)),
    `--${boundary}--`,
    '',
  ]
}

function plain(text: string): readonly string[] {
  return ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text]
}

function markup(random: Random): readonly string[] {
  const paragraphs = Array.from({ length: 3 }, () => `<p>${prose(random, 40)}</p>`)
  return ['Content-Type: text/html; charset=utf-8', '', `<html><body>${paragraphs.join('')}`]
}

function attachment(uid: number, random: Random): readonly string[] {
  const content = Buffer.from(prose(random, 300)).toString('base64')
  return [
    'Content-Type: application/pdf',
    `Content-Disposition: attachment; filename="report-${uid}.pdf"`,
    'Content-Transfer-Encoding: base64',
    '',
    content.replace(/.{76}/g, '$&\r\n'),
  ]
}

function prose(random: Random, length: number): string {
  const text = Array.from({ length }, () => pick(words, random))
  return text.map((word, at) => (at % 12 === 11 ? `${word}\r\n` : `${word} `)).join('')
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** RFC 2047, only where a header is not ASCII. */
function encodeWords(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
}

import type { Address, Summary } from '../../../proxy/mail/index.ts'
import { languageFor } from '../../language/language.ts'
import type { ServerTexts } from '../../texts/server-texts.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import type { ReadableText } from '../part/readable-text.ts'

/** How the user reads dates: by the browser's zone and language. */
export interface ReaderLocale {
  readonly timeZone: string
  readonly locale: string
}

/**
 * `Re: ` in front of a subject, once, instead of what other programs put there in other languages:
 * RFC 5256 2.1 and programs that sort by subject know `Re` alone.
 */
export function replySubject(subject: string): string {
  return `Re: ${subject.replace(REPLY_PREFIXES, '')}`
}

/** `Fwd: ` in front of a subject, once, in the same way. */
export function forwardSubject(subject: string): string {
  return `Fwd: ${subject.replace(FORWARD_PREFIXES, '')}`
}

const REPLY_PREFIXES = prefixes('re|aw|antw|antwort|sv|vs|odp|ynt|rif|res|回复|回覆|رد')
const FORWARD_PREFIXES = prefixes('fwd?|wg|tr|rv|enc|doorst|pd|ilt|转发|轉寄')

/** All of them at the beginning; some programs count (`Re[2]:`), some write a wide colon. */
function prefixes(text: string): RegExp {
  return new RegExp(`^(\\s*(${text})\\s*([[(]\\d{1,3}[\\])])?\\s*[:：]\\s*)+`, 'i')
}

/** The words of a message to be quoted; those that are not all of them say so at their end. */
export function quotableText(
  { text, isCut }: ReadableText,
  reader: ReaderLocale | undefined,
): string {
  return isCut ? `${text.trimEnd()}\n\n[${quoteWords(reader).cut}]` : text
}

/** The text of a reply: who wrote when, and every line behind `> ` (RFC 3676 4.5). */
export function quotedText(
  summary: Summary,
  text: string,
  reader: ReaderLocale | undefined,
): string {
  const lines = text.trimEnd().split(/\r?\n/)
  const quoted = lines.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()))
  return `\n\n${quoteLine(summary, reader)}\n${quoted.join('\n')}\n`
}

/** The line above a quoted message: who wrote it when. */
export function quoteLine(summary: Summary, reader: ReaderLocale | undefined): string {
  const author = summary.from[0]
  const name = author === undefined ? '' : author.name || author.address
  return quoteWords(reader).wrote({ date: dateTimeText(summary.date, reader), name })
}

/** The text of a forward: the header lines a reader needs, then the message as it was. */
export function forwardedText(
  summary: Summary,
  text: string,
  reader: ReaderLocale | undefined,
): string {
  return `\n\n${forwardHeader(summary, reader).join('\n')}\n\n${text}`
}

/** The lines a forwarded message is headed by. */
export function forwardHeader(
  summary: Summary,
  reader: ReaderLocale | undefined,
): readonly string[] {
  const text = quoteWords(reader)
  return [
    `-------- ${text.original} --------`,
    `${text.subject}: ${summary.subject}`,
    `${text.date}: ${dateTimeText(summary.date, reader)}`,
    `${text.from}: ${addressesText(summary.from)}`,
    `${text.to}: ${addressesText(summary.to)}`,
    ...(summary.cc.length === 0 ? [] : [`${text.cc}: ${addressesText(summary.cc)}`]),
  ]
}

/** In the language of the reader's page; English for who says none. */
function quoteWords(reader: ReaderLocale | undefined): ServerTexts['quote'] {
  return serverTexts(languageFor(reader === undefined ? [] : [reader.locale])).quote
}

function addressesText(addresses: readonly Address[]): string {
  return addresses
    .map(({ name, address }) => (name === '' ? address : `${name} <${address}>`))
    .join(', ')
}

/** A date and time with everything one may want to know of it; without a zone in UTC, and said so. */
function dateTimeText(ms: number, reader: ReaderLocale | undefined): string {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return quoteWords(reader).unknownDate
  if (reader === undefined) return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const { locale, timeZone } = reader
  return new Intl.DateTimeFormat(locale, { timeZone, ...FULL }).format(date)
}

const FULL = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const

import type { Address, Summary } from '../../proxy/mail/summary.ts'

/** `Re: ` in front of a subject, once. */
export function replySubject(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`
}

/** `Fwd: ` in front of a subject, once. */
export function forwardSubject(subject: string): string {
  return /^(fwd?|wg):/i.test(subject) ? subject : `Fwd: ${subject}`
}

/** The text of a reply: who wrote when, and every line behind `> ` (RFC 3676 4.5). */
export function quotedText(summary: Summary, text: string): string {
  const author = summary.from[0]
  const name = author === undefined ? '' : author.name || author.address
  const lines = text.trimEnd().split(/\r?\n/)
  const quoted = lines.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()))
  return `\n\nOn ${momentText(summary.date)}, ${name} wrote:\n${quoted.join('\n')}\n`
}

/** The text of a forward: the header lines a reader needs, then the message as it was. */
export function forwardedText(summary: Summary, text: string): string {
  const header = [
    '-------- Original message --------',
    `Subject: ${summary.subject}`,
    `Date: ${momentText(summary.date)}`,
    `From: ${peopleText(summary.from)}`,
    `To: ${peopleText(summary.to)}`,
    ...(summary.cc.length === 0 ? [] : [`Cc: ${peopleText(summary.cc)}`]),
  ]
  return `\n\n${header.join('\n')}\n\n${text}`
}

function peopleText(people: readonly Address[]): string {
  return people
    .map(({ name, address }) => (name === '' ? address : `${name} <${address}>`))
    .join(', ')
}

/** In UTC and said so: the recipients' zones are unknown. */
function momentText(ms: number): string {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return 'an unknown date'
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

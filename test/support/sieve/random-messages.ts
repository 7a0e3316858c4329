import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const CASES = new URL('../../proxy/mail/cases/', import.meta.url)

/** A body in a charset under the name of a smaller one, which we know and iconv does not read. */
const READ_OTHERWISE: readonly string[] = ['gb2312-four-byte-of-gb18030.eml']

/** Messages that others sent, of every kind of fault, with CRLF line ends. */
export function collectedMessages(): readonly Buffer[] {
  return readdirSync(CASES)
    .filter((name) => name.endsWith('.eml') && !READ_OTHERWISE.includes(name))
    .sort()
    .map((name) => withCrlf(readFileSync(join(CASES.pathname, name))))
}

function withCrlf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1')
}

/** Made messages have what rules look at: lists, spam scores, dates in zones, addresses of every form. */
export function madeMessages(count: number, random: () => number): readonly Buffer[] {
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }
  return Array.from({ length: count }, (_, at) => {
    const optional = (line: () => string) => (random() < 0.5 ? [line()] : [])
    const fields = [
      `Message-ID: <${at}.${Math.floor(random() * 20)}@made.example>`,
      `From: ${pick(SENDERS)}`,
      `To: ${pick(RECIPIENTS)}`,
      ...optional(() => `Cc: ${pick(RECIPIENTS)}, ${pick(SENDERS)}`),
      ...optional(() => `Subject: ${pick(SUBJECTS)}`),
      ...optional(() => `Date: ${pick(DATES)}`),
      ...optional(() => `List-Id: ${pick(LISTS)}`),
      ...optional(() => `X-Spam-Score: ${(random() * 10).toFixed(1)}`),
      ...optional(() => `X-Spam-Flag: ${pick(['YES', 'NO'])}`),
      ...optional(() => `X-Priority: ${Math.floor(random() * 6)}`),
      ...optional(
        () => `Received: from a by b; ${pick(DATES)}\r\nReceived: from b by c;\r\n\t${pick(DATES)}`,
      ),
    ]
    const [type, body] = pick(BODIES)
    return Buffer.from(
      [...fields, ...type, '', body.repeat(1 + Math.floor(random() * 40)), ''].join('\r\n'),
    )
  })
}

const SENDERS = [
  'shop@example.com',
  'Shop <news@shop.example>',
  '"Doe, Jane" <jane.doe+work@Example.ORG>',
  '=?utf-8?Q?J=C3=BCrgen?= <juergen@bücher.example>',
  'mailer-daemon@example.net (Mail System)',
  '<bounce+12@lists.example>',
  'Jane @ Home <jane@home.example>',
  '"odd \\" name"@example.com',
  'no address at all',
  'Group: a@one.example, b@two.example;',
]

const RECIPIENTS = [
  'me@example.test',
  'Me <me+lists@example.test>, you@example.test',
  'undisclosed-recipients:;',
  '"A. B." <A.B@EXAMPLE.TEST>',
  'me@example.test,\r\n other@example.test',
]

const SUBJECTS = [
  'Invoice 2026-11 *urgent*',
  'Re: [list] Question?',
  'SALE 50% off',
  '=?utf-8?B?w5xiZXJzaWNodA==?= =?utf-8?Q?_=C3=BCber?= alles',
  '=?iso-8859-1?Q?caf=E9?=',
  'two\r\n  lines   here  ',
  '',
  'a\\b "quoted" (parens) {braces} [x]',
]

const DATES = [
  'Thu, 26 Nov 2026 08:00:00 +0000',
  'Fri, 27 Nov 2026 23:30:15 -0500',
  '1 Jan 2027 00:15:00 +0200 (EET)',
  'Sat, 5 Dec 26 12:00 GMT',
  'yesterday',
]

const LISTS = ['Users <users.lists.example>', '<dev.lists.example>', 'plain-list']

const BODIES: readonly (readonly [readonly string[], string])[] = [
  [[], 'Hello, the invoice is attached.\r\nRegards\r\n'],
  [['Content-Type: text/plain; charset=utf-8'], 'Grüße aus Köln, unsubscribe here\r\n'],
  [
    ['MIME-Version: 1.0', 'Content-Type: text/plain', 'Content-Transfer-Encoding: base64'],
    'dGhlIHNlY3JldCB3b3JkIGlzIGhpZGRlbg==\r\n',
  ],
  [
    ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="b1"'],
    'preamble\r\n--b1\r\nContent-Type: text/plain\r\n\r\nfirst part invoice\r\n--b1\r\nContent-Type: application/pdf; name=x.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\naW52b2ljZQ==\r\n--b1--\r\n',
  ],
]

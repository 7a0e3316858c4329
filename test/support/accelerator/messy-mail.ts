/** Headers that belong to a message of any kind; a kind that lacks one leaves it out, or writes it otherwise. */
interface Headers {
  readonly from?: string | Buffer | undefined
  readonly to?: string | undefined
  readonly subject?: string | Buffer
  readonly date?: string | undefined
  /** All others, each a whole line. */
  readonly more?: readonly string[]
  readonly text?: string | Buffer
}

const LETTER = {
  from: 'Ada Quill <ada@sender.example>',
  to: 'user@example.test',
  date: 'Thu, 05 Nov 2026 10:00:00 +0000',
  text: 'The words of the letter.',
} as const

const MIME = ['MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8'] as const

function typed(contentType: string): readonly string[] {
  return ['MIME-Version: 1.0', `Content-Type: ${contentType}`]
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** Привет in windows-1251. */
const CP1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])

/** Mail as machines and users send it, one of each kind: what no tidy sample has. */
const kinds: Readonly<Record<string, Headers>> = {
  cron: {
    from: 'root@server.example (Cron Daemon)',
    to: 'root',
    subject: 'Cron <root@server> /usr/lib/php/sessionclean',
    more: ['X-Cron-Env: <SHELL=/bin/sh>', 'Auto-Submitted: auto-generated'],
    text: 'run-parts: /etc/cron.daily/logrotate exited with return code 1',
  },
  logwatch: {
    from: 'logwatch@server.example',
    to: 'root@server.example',
    subject: 'Logwatch for server (Linux)',
    more: ['Precedence: bulk', ...typed('text/plain; charset="iso-8859-1"')],
  },
  'local sender without a domain': { from: 'www-data', to: 'postmaster', subject: 'PHP says' },
  bounce: {
    from: 'MAILER-DAEMON@mx.example (Mail Delivery System)',
    subject: 'Undelivered Mail Returned to Sender',
    more: typed('multipart/report; report-type=delivery-status; boundary="b"'),
    text: '--b\r\n\r\nIt was refused.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nx: y\r\n--b--',
  },
  'no subject': { more: MIME },
  'empty subject': { subject: '', more: MIME },
  'no sender': { from: undefined, subject: 'From nobody', more: MIME },
  'no date': { date: undefined, subject: 'At no time', more: MIME },
  'no recipient': { to: undefined, subject: 'To nobody', more: MIME },
  'undisclosed recipients': { to: 'undisclosed-recipients:;', subject: 'A circular', more: MIME },
  'empty sender': { from: '<>', subject: 'Automatic reply', more: MIME },
  group: {
    to: 'Team: ada@sender.example, Bo <bo@sender.example>;',
    subject: 'All of you',
    more: MIME,
  },
  'many recipients': {
    to: Array.from({ length: 9 }, (_, n) => `Person ${n} <p${n}@sender.example>`).join(', '),
    subject: 'Everybody',
    more: MIME,
  },
  'several senders': {
    from: 'Ada Quill <ada@sender.example>, Bo Rand <bo@sender.example>',
    subject: 'Both of us',
    more: MIME,
  },
  'raw Latin-1': {
    from: latin1('J\xfcrgen M\xfcller <juergen@sender.example>'),
    subject: latin1('Gr\xfc\xdfe aus K\xf6ln'),
    more: typed('text/plain; charset=iso-8859-1'),
  },
  'raw UTF-8': {
    from: 'Jürgen Müller <juergen@sender.example>',
    subject: 'Grüße aus Köln',
    more: MIME,
  },
  'raw UTF-8 without a type': { subject: 'Rechnung für März' },
  'raw windows-1251': {
    from: Buffer.concat([CP1251, latin1(' <nina@sender.example>')]),
    subject: CP1251,
    more: typed('text/plain; charset=windows-1251'),
  },
  'encoded words': {
    from: '=?iso-8859-1?Q?M=FCller=2C_J=FCrgen?= <juergen@sender.example>',
    subject: '=?utf-8?B?R3LDvMOf?=\r\n =?utf-8?B?ZSBhdXMgS8O2bG4=?=',
    more: MIME,
  },
  'an encoded word that is cut': { subject: '=?utf-8?B?R3LDvMOf', more: MIME },
  'encoded words glued': { subject: 'A=?utf-8?Q?=C3=BC?=B =?utf-8?q?x_y?=z', more: MIME },
  'an unknown charset': { subject: '=?x-strange?Q?Gr=FC=DFe?=', more: MIME },
  'words in quotes': {
    from: '"Quill, Ada \\"the\\" first" <ada@sender.example>',
    subject: '"Quoted"',
    more: MIME,
  },
  'an address as name': {
    from: '"ada@sender.example" <ada@sender.example>',
    subject: 'Me',
    more: MIME,
  },
  'an address without brackets': {
    from: 'Ada Quill ada@sender.example',
    subject: 'Hm',
    more: MIME,
  },
  html: { subject: '<b>Sale</b> & "more" \'now\'', more: typed('text/html; charset=utf-8') },
  'an emoji': { subject: '🎉 Party 👩‍👩‍👧 \u200fשלום', more: MIME },
  'a long subject': { subject: `Long ${'words '.repeat(60)}`, more: MIME },
  'blanks in the subject': { subject: '  Two  blanks\tand a tab ', more: MIME },
  'a folded subject': { subject: 'One\r\n  two\r\n\tthree', more: MIME },
  'a control character': { subject: 'Bell \x07 and escape \x1b[31m', more: MIME },
  'a soft hyphen': { subject: 'Donau\u00addampf\u00a0schiff\u2028fahrt', more: MIME },
  'zone CET': { date: 'Thu, 05 Nov 2026 10:00:00 CET', subject: 'Central', more: MIME },
  'zone in words': {
    date: 'Thu, 05 Nov 2026 10:00:00 +0100 (CET)',
    subject: 'Comment',
    more: MIME,
  },
  'a year of three digits': { date: 'Thu, 05 Nov 126 10:00:00 +0000', subject: 'Y2K', more: MIME },
  'a year of two digits': { date: 'Thu, 05 Nov 26 10:00:00 +0000', subject: 'Short', more: MIME },
  'no date but words': { date: 'yesterday', subject: 'Words', more: MIME },
  'an ISO date': { date: '2026-11-05T10:00:00Z', subject: 'ISO', more: MIME },
  'the year 1970': { date: 'Thu, 01 Jan 1970 00:00:00 +0000', subject: 'Epoch', more: MIME },
  'a date to come': { date: 'Fri, 05 Nov 2032 10:00:00 +0000', subject: 'Future', more: MIME },
  'a zone in disorder': {
    date: 'Thu, 05 Nov 2026 10:00:00 + 0100',
    subject: 'Blank zone',
    more: MIME,
  },
  'type empty': { subject: 'ct-empty', more: typed('') },
  'type in brackets': { subject: 'ct-bracket', more: typed('<text/plain>') },
  'type text alone': { subject: 'ct-only-text', more: typed('text') },
  'type in capitals': { subject: 'ct-capitals', more: typed('TEXT/HTML; charset=UTF-8') },
  'type with a comma': { subject: 'ct-comma', more: typed('text/plain, charset=utf-8') },
  calendar: { subject: 'Invitation', more: typed('text/calendar; method=REQUEST') },
  pdf: {
    subject: 'Scan',
    more: [...typed('application/pdf; name="scan.pdf"'), 'Content-Transfer-Encoding: base64'],
    text: 'AAAA',
  },
  image: { subject: 'Photo', more: typed('image/jpeg') },
  signed: {
    subject: 'Signed',
    more: typed(
      'multipart/signed; protocol="application/pgp-signature"; micalg=pgp-sha256; boundary="b"',
    ),
    text: '--b\r\n\r\nWords\r\n--b\r\nContent-Type: application/pgp-signature\r\n\r\nx\r\n--b--',
  },
  encrypted: {
    subject: '...',
    more: typed('multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"'),
    text: '--b\r\n\r\nx\r\n--b--',
  },
  'opaque signed': {
    subject: 'S/MIME',
    more: typed('application/pkcs7-mime; smime-type=signed-data'),
  },
  'multipart without parts': {
    subject: 'Empty parts',
    more: typed('multipart/mixed; boundary="b"'),
    text: '',
  },
  forwarded: {
    subject: 'Fwd: as file',
    more: typed('message/rfc822'),
    text: 'From: bo@sender.example\r\nSubject: Inner\r\n\r\nWords',
  },
  'priority highest': { subject: 'Now', more: ['X-Priority: 1 (Highest)', ...MIME] },
  'priority low': { subject: 'Later', more: ['X-Priority: 5', ...MIME] },
  'priority normal': { subject: 'Normal', more: ['X-Priority: 3', ...MIME] },
  'priority in words': {
    subject: 'Urgent',
    more: ['X-Priority: High', 'Importance: high', ...MIME],
  },
  'priority out of range': { subject: 'Nine', more: ['X-Priority: 9', ...MIME] },
  'a receipt is wanted': {
    subject: 'Receipt',
    more: ['Disposition-Notification-To: ada@sender.example', ...MIME],
  },
  'a mailing list': {
    subject: '[list] Re: [list] words',
    more: ['List-Id: <list.example>', ...MIME],
  },
}

/** RFC 5322 sources by what is special about them; `number` makes each message of its own. */
export function messyMessages(number = 0): ReadonlyMap<string, Buffer> {
  return new Map(
    Object.entries(kinds).map(([kind, headers], index) => {
      const id = `Message-ID: <messy-${number}-${index}@sender.example>`
      return [kind, source({ ...LETTER, ...headers }, id)]
    }),
  )
}

function source({ from, to, subject, date, more = [], text = '' }: Headers, id: string): Buffer {
  const lines = [
    ...Object.entries({ From: from, To: to, Subject: subject, Date: date }).flatMap(
      ([name, value]) =>
        value === undefined ? [] : [Buffer.concat([Buffer.from(`${name}: `), Buffer.from(value)])],
    ),
    ...[id, ...more, ''].map((line) => Buffer.from(line)),
    Buffer.from(text),
  ]
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\r\n')]))
}

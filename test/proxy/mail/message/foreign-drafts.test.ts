import test from 'ava'
import { compose } from '../../../../plugin/actions/compose/compose.ts'
import { send } from '../../../../plugin/actions/send/send.ts'
import { createRenderer } from '../../../../proxy/mail/html/renderer.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'
import { createSubmission } from '../../../../proxy/mail/submission/submission.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { sendInput } from '../../../support/actions/inputs.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { startSmtpSink } from '../../../support/smtp/sink.ts'
import { openEngine, patient } from '../engine.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const crlf = (lines: readonly string[]) => [...lines, ''].join('\r\n')

/** The form and the image that it shows, beside each other (RFC 2387). */
function related(boundary: string, html: string, contentId: string): readonly string[] {
  return [
    `Content-Type: multipart/related; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/html; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    html,
    `--${boundary}`,
    'Content-Type: image/png; name="pixel.png"',
    'Content-Transfer-Encoding: base64',
    `Content-ID: <${contentId}>`,
    'Content-Disposition: inline; filename="pixel.png"',
    '',
    PIXEL,
    `--${boundary}--`,
  ]
}

const RELATION = ['In-Reply-To: <asked@example.org>', 'References: <asked@example.org>']
const PEOPLE = ['To: Ada <ada@example.org>', 'Bcc: Eve <eve@example.org>']

interface ForeignDraftCase {
  readonly program: string
  readonly lines: (owner: string) => readonly string[]
  /** What a message that is sent must not have. */
  readonly fields: RegExp
  readonly mode: 'reply' | 'forward'
  readonly asks?: boolean
  /** Where the original is. */
  readonly folder?: string
}

// Header lines of Thunderbird as in drafts that went through public lists, with what mimedrft.cpp reads; of Roundcube by
// its draftinfo_encode; of Apple Mail and Outlook from knowledge.
const cases: readonly ForeignDraftCase[] = [
  {
    program: 'Thunderbird',
    lines: (owner) => [
      'Message-ID: <0d1a5f6e-7c2d-4d0f@example.test>',
      'Date: Fri, 27 Nov 2026 10:00:00 +0100',
      'MIME-Version: 1.0',
      'User-Agent: Mozilla Thunderbird',
      'Content-Language: en-US',
      ...PEOPLE,
      `From: Owner <${owner}>`,
      'Subject: Fwd: Engines',
      'X-Forwarded-Message-Id: <asked@example.org>',
      'References: <asked@example.org>',
      'X-Mozilla-Draft-Info: internal/draft; vcard=0; receipt=1; DSN=1; uuencode=0;',
      ' attachmentreminder=0; deliveryformat=1',
      'X-Identity-Key: id1',
      'X-Account-Key: account1',
      'Fcc: imap://owner%40example.test@imap.example.test/Sent',
      ...related(
        '------------0f3',
        '<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><p>My <b>words</b> <img moz-do-not-send="false" src="cid:part1.abc@example.test" alt=""></p><div class="moz-cite-prefix">On 1 Jan Ada wrote:<br></div><blockquote type="cite" cite="mid:asked@example.org"><p>Asked</p></blockquote></body></html>',
        'part1.abc@example.test',
      ),
    ],
    fields: /^(?:X-Mozilla|X-Identity-Key|X-Account-Key|Fcc|X-Forwarded)/im,
    mode: 'forward',
    asks: true,
  },
  {
    program: 'Apple Mail',
    lines: (owner) => [
      `From: Owner <${owner}>`,
      ...related(
        'Apple-Mail=_AA',
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">My <b>words</b><br id="lineBreakAtBeginningOfMessage"><div><img apple-inline="yes" id="1" src="cid:5C1A@example.test"></div></body></html>',
        '5C1A@example.test',
      ).slice(0, 1),
      'X-Apple-Auto-Saved: 1',
      'X-Apple-Mail-Remote-Attachments: YES',
      'X-Apple-Base-Url: x-msg://1/',
      'X-Apple-Windows-Friendly: 1',
      'X-Apple-Mail-Signature: SKIP_SIGNATURE',
      'X-Uniform-Type-Identifier: com.apple.mail-draft',
      'X-Universally-Unique-Identifier: 8C5B9E2A-0000-4000-8000-000000000001',
      'Mime-Version: 1.0 (Mac OS X Mail 16.0)',
      'Subject: Re: Engines',
      ...RELATION,
      ...PEOPLE,
      'Message-Id: <F0E1@example.test>',
      ...related(
        'Apple-Mail=_AA',
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">My <b>words</b><br id="lineBreakAtBeginningOfMessage"><div><img apple-inline="yes" id="1" src="cid:5C1A@example.test"></div></body></html>',
        '5C1A@example.test',
      ).slice(1),
    ],
    fields: /^X-(?:Apple|Uniform|Universally)/im,
    mode: 'reply',
  },
  {
    program: 'Outlook',
    lines: (owner) => [
      `From: "Owner" <${owner}>`,
      ...PEOPLE,
      ...RELATION,
      'Subject: RE: Engines',
      'Date: Fri, 27 Nov 2026 10:00:00 +0100',
      'Message-ID: <000001dc@example.test>',
      'MIME-Version: 1.0',
      'X-Mailer: Microsoft Outlook 16.0',
      'X-Unsent: 1',
      'Thread-Index: Adx0AAAA',
      'X-MS-Has-Attach: yes',
      ...related(
        '----=_NextPart_000_0000',
        '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15 (filtered medium)"><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]--><style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style></head><body lang=EN-GB link="#0563C1" style=\'word-wrap:break-word\'><div class=WordSection1><p class=MsoNormal>My <b>words</b> <img width=1 height=1 id="Picture_x0020_1" src="cid:image001.png@01DC.0001"><o:p></o:p></p></div></body></html>',
        'image001.png@01DC.0001',
      ),
    ],
    fields: /^(?:X-Mailer|X-Unsent|Thread-Index|X-MS-)/im,
    mode: 'reply',
  },
  {
    program: 'Roundcube',
    folder: 'Projets',
    lines: (owner) => [
      'MIME-Version: 1.0',
      'Date: Fri, 27 Nov 2026 10:00:00 +0100',
      `From: Owner <${owner}>`,
      ...PEOPLE,
      'Subject: Re: Engines',
      ...RELATION,
      'User-Agent: Roundcube Webmail/1.6.9',
      'Message-ID: <c0ffee@example.test>',
      'X-Sender: owner@example.test',
      'X-Draft-Info: type=reply; uid=1; folder=B::UHJvamV0cw==; dsn=on; receipt=1',
      ...related(
        '=_1b2',
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8" /></head><body style=\'font-size: 10pt; font-family: Verdana,Geneva,sans-serif\'>\r\n<p>My <b>words</b> <img src="cid:17640000@example.test" /></p>\r\n<div id="_rc_sig"></div>\r\n</body></html>',
        '17640000@example.test',
      ),
    ],
    fields: /^(?:X-Draft-Info|X-Sender)/im,
    mode: 'reply',
    asks: true,
  },
]

for (const { program, lines, fields, mode, asks = false, folder = 'INBOX' } of cases) {
  test(`a draft of ${program} opens with all that it has, and is sent without what it alone reads`, async (t) => {
    const dovecot = await startDovecot({ t, users: 1 })
    const sink = await startSmtpSink({ t, offersDeliveryStatus: true })
    const { accounts } = openEngine(t, dovecot)
    const [user, password] = [dovecot.userName(1), dovecot.password]
    const account = accounts.account({ user, password, authorizationId: undefined }, '192.0.2.1')
    const submission = createSubmission({
      ...{ host: sink.host, port: sink.port, tls: 'none', rejectUnauthorized: false, auth: 'none' },
      ...{ timeoutMs: 30_000, maxConnections: 1, hostname: 'webmail.example.test' },
    })
    const { context } = fakeContext({ account, submission, renderer: createRenderer() })
    const asked = crlf(['Message-ID: <asked@example.org>', 'Subject: Engines', '', 'Asked'])
    await dovecot.deliver(user, { mailbox: folder, flags: [], raw: asked })
    const raw = crlf(lines(user))
    await dovecot.deliver(user, { mailbox: 'Drafts', flags: ['\\Draft', '\\Seen'], raw })
    const drafts = mailboxName('Drafts')
    const named = { mailbox: drafts, uid: 1, uidValidity: undefined }

    const opened = await compose.run(
      { ...named, mode: 'draft', reader: undefined, charset: undefined },
      context,
    )

    t.regex(opened.html ?? '', /My <b>words<\/b>[^]*<img[^>]* src="cid:/)
    t.deepEqual(opened.attachments, [])
    t.like(opened, {
      to: [{ name: 'Ada', address: 'ada@example.org' }],
      bcc: [{ name: 'Eve', address: 'eve@example.org' }],
      references: ['<asked@example.org>'],
      draftOf: { mode, mailbox: folder, uid: 1 },
      requestsReceipt: asks,
      reportsDelivery: asks,
    })

    const { draftOf } = opened
    await send.run(
      sendInput({
        ...{ mode: 'draft', source: named, html: opened.html ?? '', subject: opened.subject },
        ...{ bcc: 'eve@example.org', references: [...opened.references] },
        origin:
          draftOf === null
            ? undefined
            : {
                ...draftOf,
                mailbox: mailboxName(draftOf.mailbox),
                uidValidity: BigInt(draftOf.uidValidity),
              },
      }),
      context,
    )

    const source = sink.messages[0]?.source ?? ''
    t.regex(source, /Content-ID: </i)
    t.notRegex(source, fields)
    t.notRegex(source, /^Bcc:|MsoNormal|apple-inline|moz-|_rc_sig/im)
    const [original] = await account.rows(mailboxName(folder), [1], {
      ...patient,
      uidValidity: undefined,
    })
    t.true(original?.flags.includes(mode === 'reply' ? '\\Answered' : '$Forwarded'))
  })
}

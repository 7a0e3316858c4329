import test from 'ava'
import { createEvaluator } from '../../../../../proxy/mail/sieve/evaluator/evaluator.ts'
import type {
  EvaluatedMessage,
  EvaluationContext,
} from '../../../../../proxy/mail/sieve/evaluator/message.ts'
import type { Verdict } from '../../../../../proxy/mail/sieve/evaluator/verdict.ts'
import { parseScript } from '../../../../../proxy/mail/sieve/language/parse.ts'
import { isLong } from '../../../../support/process/long-tests.ts'
import { isSeen, startPigeonhole } from '../../../../support/sieve/pigeonhole.ts'
import { collectedMessages, madeMessages } from '../../../../support/sieve/random-messages.ts'
import { makeScript } from '../../../../support/sieve/random-rules.ts'
import { seededRandom } from '../../seeded-random.ts'

const scripts = isLong ? 300 : 30
const messageCount = isLong ? 1_000 : 100

const context: EvaluationContext = {
  envelope: undefined,
  now: Date.UTC(2026, 10, 27),
  zoneMinutes: 0,
  environment: new Map(),
  mailboxes: new Set(['INBOX']),
  spam: { score: '0', percent: '0', virus: '0' },
  isDuplicate: () => false,
  included: () => undefined,
}

test('generated scripts do with messages what Pigeonhole does', async (t) => {
  t.timeout(3_600_000)
  const random = seededRandom(35)
  const collected = collectedMessages()
  const messages = [...collected, ...madeMessages(messageCount - collected.length, random)]
  const pigeonhole = await startPigeonhole(t, messages)
  const words = wordsOf(messages)
  const evaluated = messages.map(asEvaluated)

  let compared = 0
  while (compared < scripts * messages.length) {
    const source = makeScript(random, words)
    const evaluate = createEvaluator(parseScript(source))
    const expected = await pigeonhole.filter(source)
    if (expected === undefined) continue
    const found = evaluated.map((message) => inWords(evaluate(message, context)))
    const at = expected.findIndex((actions, index) => actions !== found[index])
    const message = messages[at]?.toString('latin1').slice(0, 1_500)
    t.deepEqual(found[at], expected[at], `${source}\n${message ?? ''}`)
    t.is(expected.length, messages.length, source)
    compared += expected.length
  }

  t.log(`${compared} verdicts agree`)
})

const LETTER = `From: Ada <ada@shop.example>\r\nTo: me+lists@example.test\r\nSubject: [dev] Hello\r\nX-Folded: a\r\n\tb\r\nX-Below:\r\n\tc\r\n\r\nWords\r\n`

for (const [what, script] of [
  [
    'an envelope',
    'require ["envelope", "subaddress"]; if envelope :detail "to" "lists" { redirect "x@y.example"; }',
  ],
  [
    'an envelope domain',
    'require ["envelope", "fileinto"]; if envelope :domain "from" "bounce.example" { fileinto "B"; }',
  ],
  [
    'encoded characters',
    'require ["encoded-character", "fileinto"]; fileinto "a${unicode:e9 20}${hex:41 42}";',
  ],
  [
    'named flags',
    'require ["imap4flags", "variables"]; setflag "f" ["\\\\Seen", "x"]; addflag "f" "y"; removeflag "f" "X"; keep :flags "${f}";',
  ],
  [
    'a nested if',
    'require "fileinto"; if true { if false { stop; } elsif true { fileinto "A"; } else { discard; } }',
  ],
  ['a stop', 'require "fileinto"; fileinto "A"; stop; fileinto "B";'],
  [
    'many redirects',
    'redirect "a@x.example"; redirect "b@x.example"; redirect "c@x.example"; redirect "d@x.example"; redirect "e@x.example";',
  ],
  ['a refusal of what is delivered', 'require ["reject", "fileinto"]; fileinto "A"; reject "no";'],
  ['two absences', 'require "vacation"; vacation "a"; vacation "b";'],
  [
    'groups of a wildcard',
    'require ["variables", "fileinto"]; if header :matches "subject" "[*] *" { fileinto "L-${1}-${2}"; }',
  ],
  [
    'groups of a regex',
    'require ["variables", "regex", "fileinto"]; if header :regex "subject" "^\\\\[([a-z]+)\\\\] (.)" { fileinto "L-${1}-${2}"; }',
  ],
  [
    'the raw body of a message without one of its fields',
    'require ["body", "editheader", "fileinto"]; deleteheader "Subject"; if body :raw :contains "Words" { fileinto "A"; }',
  ],
  [
    'a raw body that was read before a field was deleted',
    'require ["body", "editheader", "fileinto"]; if body :raw "no" { stop; } deleteheader "Subject"; if body :raw :contains "Words" { fileinto "A"; }',
  ],
  [
    'a folded line that starts with a tab',
    'require ["fileinto", "variables"]; if header :matches "x-folded" "*" { fileinto "F-${1}"; }',
  ],
  [
    'a field that begins on its second line',
    'require ["fileinto", "variables"]; if header :matches "x-below" "*" { fileinto "F-${1}"; }',
  ],
  ...['+ 0100', '-', 'K', 'n', 'est', 'PDT', '+01000', '+0100,'].map(
    (zone) =>
      [
        `the zone ${zone}`,
        `require ["fileinto", "date", "variables", "editheader"]; addheader "X-Date" "Thu, 26 Nov 2026 10:00:00 ${zone}"; if date :matches :originalzone "x-date" "iso8601" "*" { fileinto "D-\${1}"; }`,
      ] as const,
  ),
  ['an error of ihave', 'require ["ihave"]; if not ihave "vnd.example.none" { error "none"; }'],
] as const) {
  test(`Pigeonhole agrees about ${what}`, async (t) => {
    const pigeonhole = await startPigeonhole(t, [])
    const envelope = { from: 'ada@bounce.example', to: 'me+lists@example.test' }
    const expected = await pigeonhole.test(script, LETTER, envelope)
    const evaluate = createEvaluator(parseScript(script))

    const found = evaluate(asEvaluated(Buffer.from(LETTER), 0), { ...context, envelope })

    t.is(inWords(found), expected)
  })
}

test('Pigeonhole agrees about UTF-8 under the names of ASCII', async (t) => {
  const charsets = [
    ...['us-ascii', 'ASCII', 'ANSI_X3.4-1968', 'ANSI_X3.4-1986', 'ISO646-US', 'ISO-IR-6'],
    ...['ISO_646.IRV:1991', 'CP367', 'IBM367', 'US', 'binary', 'unknown-8bit', 'none'],
  ]
  const messages = charsets.map((charset) =>
    Buffer.from(`Subject: x\r\nContent-Type: text/plain; charset="${charset}"\r\n\r\nGrüße\r\n`),
  )
  const script = `require ["body", "fileinto"];
    if body :contains "Grüße" { fileinto "utf-8"; }
    elsif body :contains "Gr\ufffde" { fileinto "ascii"; }`
  const pigeonhole = await startPigeonhole(t, messages)
  const evaluate = createEvaluator(parseScript(script))

  const found = messages.map((message) => inWords(evaluate(asEvaluated(message, 0), context)))

  t.deepEqual(found, await pigeonhole.filter(script))
})

test('Pigeonhole agrees about the fields of the parts of messages', async (t) => {
  const tests = [
    'header :mime :anychild :matches "content-disposition" "attachment*"',
    'body :raw :contains "Content-Disposition: attachment"',
    'header :mime :anychild :contains "content-type" ["name", "pdf"]',
    'header :mime :anychild :matches "content-type" "image/*"',
    'header :mime :anychild :contains "subject" "e"',
    'header :mime :contains "content-type" "multipart"',
    'exists :mime :anychild ["content-transfer-encoding", "content-id"]',
    'address :mime :anychild :domain :contains "from" "example"',
  ]
  const messages = [...collectedMessages(), ...NESTED.map((text) => Buffer.from(text))]
  const pigeonhole = await startPigeonhole(t, messages)

  for (const one of tests) {
    const script = `require ["mime", "body", "fileinto"]; if ${one} { fileinto "A"; }`
    const evaluate = createEvaluator(parseScript(script))
    const found = messages.map((message) => inWords(evaluate(asEvaluated(message, 0), context)))
    const expected = await pigeonhole.filter(script)
    const at = found.findIndex((actions, index) => actions !== expected?.[index])
    t.is(
      found[at],
      expected?.[at],
      `${one}\n${messages[at]?.toString('latin1').slice(0, 2_000) ?? ''}`,
    )
    t.true(
      found.some((actions) => actions.includes('A')),
      one,
    )
  }
})

test('a script that needs a body that was not read is undecided, and says where', (t) => {
  const evaluate = createEvaluator(parseScript('require "body";\nif body "x" { discard; }'))

  const verdict = evaluate({ ...asEvaluated(Buffer.from(LETTER), 0), body: undefined }, context)

  t.deepEqual(verdict, { kind: 'undecided', subject: 'body', position: { line: 2, column: 4 } })
})

test('a pattern that explodes elsewhere takes no time in proportion to its branches', (t) => {
  const script = 'require "regex"; if header :regex "subject" "^(a+)+$" { discard; }'
  const evaluate = createEvaluator(parseScript(script))
  const header = `Subject: ${'a'.repeat(20_000)}!`

  const verdict = evaluate({ header, body: undefined, size: header.length, flags: [] }, context)

  t.like(verdict, { kind: 'decided' })
})

const ATTACHED = 'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf'
/** Attachments in a message, in one that is attached, of the whole message, and with nothing below their fields. */
const NESTED = [
  `From: a@example.com\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nText\r\n--x\r\n${ATTACHED}\r\n\r\nabc\r\n--x--\r\n`,
  `From: a@example.com\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\r\nSubject: Inner\r\nFrom: b@example.com\r\n${ATTACHED}\r\n\r\nabc\r\n--x--\r\n`,
  `From: a@example.com\r\n${ATTACHED}\r\n\r\nabc\r\n`,
  `From: a@example.com\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${ATTACHED}\r\n--x--\r\n`,
  `From: a@example.com\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: image/png\r\nContent-Disposition:\r\n\tAttachment\r\n\r\nabc\r\n--x--\r\nbehind\r\n`,
]

function asEvaluated(bytes: Buffer, at: number): EvaluatedMessage {
  const end = bytes.indexOf('\r\n\r\n')
  const header = bytes.subarray(0, end === -1 ? bytes.length : end).toString('latin1')
  const body = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 4)
  return { header, body, size: bytes.length, flags: isSeen(at) ? ['\\Seen'] : [] }
}

/** As Pigeonhole's programs print it. */
function inWords(verdict: Verdict): string {
  if (verdict.kind !== 'decided') return verdict.kind
  return verdict.actions
    .map((action) => {
      switch (action.kind) {
        case 'store': {
          const flags =
            action.flags.length === 0 ? '' : ` [${action.flags.join(' ').toLowerCase()}]`
          return `store message in folder: ${action.mailbox}`.trimEnd() + flags
        }
        case 'redirect':
          return `redirect message to: <${action.address}>`
        case 'reject':
          return `reject message with reason: ${action.reason}`
        case 'vacation':
          return 'send vacation message:'
      }
    })
    .join('\n')
}

function wordsOf(messages: readonly Buffer[]): readonly string[] {
  const words = messages.flatMap((message) =>
    (
      message
        .toString('utf8')
        .slice(0, 600)
        .match(/[\p{L}\d@.+-]{3,20}/gu) ?? []
    ).slice(0, 30),
  )
  return [...new Set([...words, 'invoice', 'a', 'e', 'über', 'café', 'example.com', ' '])]
}

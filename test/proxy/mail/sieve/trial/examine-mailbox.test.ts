import test, { type ExecutionContext } from 'ava'
import type { Account } from '../../../../../proxy/mail/model/account.ts'
import type { StoredMessage } from '../../../../../proxy/mail/model/stored-message.ts'
import {
  examineMailbox,
  type ExaminedMessages,
} from '../../../../../proxy/mail/sieve/trial/examine-mailbox.ts'
import { prepareTrial } from '../../../../../proxy/mail/sieve/trial/prepare-trial.ts'
import type { TrialSource, TrialVerdict } from '../../../../../proxy/mail/sieve/trial/trial.ts'
import { startDovecot, type Dovecot } from '../../../../support/dovecot/dovecot.ts'
import { isLong } from '../../../../support/process/long-tests.ts'
import { isSeen, startPigeonhole } from '../../../../support/sieve/pigeonhole.ts'
import { collectedMessages, madeMessages } from '../../../../support/sieve/random-messages.ts'
import { openAccount, patient } from '../../engine.ts'
import { seededRandom } from '../../seeded-random.ts'

let dovecot: Dovecot

test.before(async () => {
  dovecot = await startDovecot({ users: 6 })
})
test.after.always(() => dovecot.stop())

const ARRIVED_AT = Date.UTC(2026, 10, 1)

/** Delivers them a second apart: the time of arrival tells which one a message is. */
async function deliverAll(n: number, messages: readonly Buffer[]): Promise<void> {
  for (const [at, raw] of messages.entries()) {
    const receivedAt = ARRIVED_AT + 1_000 * at
    const flags = isSeen(at) ? ['\\Seen'] : []
    await dovecot.deliver(dovecot.userName(n), { raw, flags, receivedAt })
  }
}

interface Decided {
  readonly message: StoredMessage
  readonly verdict: TrialVerdict
}

/** All turns of an examination, and what was decided in them. */
async function examineAll(
  account: Account,
  source: TrialSource,
  maxMessages = 10_000,
): Promise<{ readonly turns: readonly ExaminedMessages[]; readonly decided: readonly Decided[] }> {
  const trial = prepareTrial(source, ['INBOX'])
  const decided: Decided[] = []
  const filter = {
    hasBodies: trial.hasBodies,
    decide: async (messages: readonly StoredMessage[]) => {
      const verdicts = messages.map(trial.decide)
      decided.push(...messages.map((message) => ({ message, verdict: trial.decide(message) })))
      return verdicts
    },
  }
  const wanted = {
    mailbox: 'INBOX',
    uidValidity: undefined,
    below: undefined,
    maxMessages,
  } as const
  const turns: ExaminedMessages[] = []
  for await (const turn of examineMailbox(account, filter, wanted, patient.signal)) turns.push(turn)
  return { turns, decided }
}

function script(text: string): TrialSource {
  return { kind: 'script', text }
}

const scripts = [
  'require ["fileinto"]; if header :contains "subject" ["invoice", "über", "list"] { fileinto "A"; }',
  'require ["fileinto", "body"]; if body :contains ["invoice", "unsubscribe", "secret"] { fileinto "B"; }',
  'require ["fileinto", "body"]; if body :raw :contains ["invoice", "base64"] { fileinto "B"; } elsif body :content "text/html" :contains "a" { discard; }',
  'require ["fileinto"]; if size :over 600 { fileinto "Large"; } elsif size :under 300 { discard; }',
  'require ["fileinto", "subaddress"]; if address :detail ["to", "cc"] "lists" { fileinto "L"; } elsif address :domain "from" ["example.com", "sender.example"] { redirect "x@y.example"; }',
  'require ["fileinto", "imap4flags"]; if hasflag "\\\\Seen" { fileinto "Read"; } else { addflag ["\\\\Flagged", "$Work"]; }',
  'require ["fileinto", "date", "relational"]; if date :value "ge" :originalzone "date" "date" "2026-11-27" { fileinto "Late"; }',
  'require ["fileinto", "relational", "comparator-i;ascii-numeric"]; if header :value "ge" :comparator "i;ascii-numeric" "x-spam-score" "5" { fileinto "Spam"; }',
  'require ["fileinto", "regex", "variables"]; if header :regex "list-id" "<([a-z]+)\\\\." { fileinto "Lists.${1}"; }',
  'if not exists ["date", "message-id"] { discard; }',
]

test('verdicts on messages of Dovecot are those of Pigeonhole', async (t) => {
  t.timeout(3_600_000)
  const collected = collectedMessages()
  const made = madeMessages((isLong ? 1_000 : 150) - collected.length, seededRandom(7))
  const messages = [...collected, ...made]
  await deliverAll(1, messages)
  const account = openAccount(t, dovecot, 1)
  const pigeonhole = await startPigeonhole(t, messages)

  for (const text of scripts) {
    const expected = await pigeonhole.filter(text)
    const { decided } = await examineAll(account, script(text))

    t.is(decided.length, messages.length)
    for (const { message, verdict } of decided) {
      const at = (message.arrivedAt - ARRIVED_AT) / 1_000
      const shown = messages[at]?.toString('latin1').slice(0, 1_000) ?? ''
      // Without the extension Pigeonhole says nothing of flags.
      const flags = text.includes('imap4flags') ? message.flags : []
      t.is(inWords(verdict, flags), expected?.[at] ?? '', `${text}\n${shown}`)
    }
  }
})

/** As `startPigeonhole` has it. */
function inWords(verdict: TrialVerdict, flags: readonly string[]): string {
  const stored = (mailbox: string, all: readonly string[]) => {
    const kept = all.filter((flag) => flag !== '\\Recent')
    const words = kept.map((flag) => flag.toLowerCase()).sort()
    return `store message in folder: ${mailbox}${words.length === 0 ? '' : ` [${words.join(' ')}]`}`
  }
  if (verdict.kind === 'unmet') return stored('INBOX', flags)
  if (verdict.kind !== 'met') return verdict.kind
  return verdict.actions
    .map((action) => {
      if (action.kind === 'redirect') return `redirect message to: <${action.address}>`
      if (action.kind !== 'store') return action.kind
      const { add, remove } = action.flags
      const gone = remove.map((flag) => flag.toLowerCase())
      const left = flags.filter((flag) => !gone.includes(flag.toLowerCase()))
      return stored(action.mailbox, [...left, ...add])
    })
    .join('\n')
}

const letters = Array.from({ length: 120 }, (_, at) =>
  Buffer.from(`Subject: Letter ${at}\r\n\r\nText ${at}\r\n`),
)

test('a mailbox is examined newest first, in turns, as far as is wanted, and says how far that is', async (t) => {
  await deliverAll(2, letters)
  const account = openAccount(t, dovecot, 2)

  const { turns, decided } = await examineAll(account, script('discard;'), 110)

  t.deepEqual(
    turns.map(({ examined, total }) => [examined, total]),
    [
      [50, 120],
      [100, 120],
      [110, 120],
    ],
  )
  t.deepEqual(
    decided.map(({ message }) => (message.arrivedAt - ARRIVED_AT) / 1_000),
    Array.from({ length: 110 }, (_, at) => 119 - at),
  )
  t.is(turns.at(-1)?.next, decided.at(-1)?.message.uid)
})

test('other requests of the account have their turn between two of an examination', async (t) => {
  await deliverAll(3, letters)
  const account = openAccount(t, dovecot, 3)
  const order: string[] = []
  const filter = {
    hasBodies: false,
    decide: async (messages: readonly StoredMessage[]) => {
      order.push('turn')
      return messages.map(({ uid }) => ({ uid, kind: 'unmet' }) as const)
    },
  }
  const wanted = { mailbox: 'INBOX', uidValidity: undefined, below: undefined } as const
  const turns = examineMailbox(account, filter, { ...wanted, maxMessages: 1_000 }, patient.signal)

  const first = turns.next()
  const other = account.counts(patient).then(() => order.push('counts'))
  await first
  const rest = turns.next()
  await Promise.all([other, rest])

  t.deepEqual(order, ['turn', 'counts', 'turn'])
  await turns.return(undefined)
})

test('bodies are read only for a filter that looks at them, and no message is read by that', async (t) => {
  await deliverAll(4, letters.slice(0, 60))
  const account = openAccount(t, dovecot, 4)

  const headers = await examineAll(account, script('if header "subject" "Letter 7" { discard; }'))
  const body = 'require "body"; if body :contains "Text 7" { discard; }'
  const bodies = await examineAll(account, script(body))
  const after = await examineAll(account, script('keep;'))

  t.true(headers.decided.every(({ message }) => message.body === undefined))
  t.true(bodies.decided.every(({ message }) => message.body !== undefined))
  t.deepEqual(metSubjects(headers), ['Letter 7'])
  t.deepEqual(metSubjects(bodies), ['Letter 7'])
  t.is(after.decided.filter(({ message }) => message.flags.includes('\\Seen')).length, 15)
})

function metSubjects({ decided }: { readonly decided: readonly Decided[] }): readonly string[] {
  return decided.flatMap(({ message, verdict }) => {
    const [, subject = ''] = /Subject: (.*)\r/.exec(textOf(message.header)) ?? []
    return verdict.kind === 'met' ? [subject] : []
  })
}

function textOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('latin1')
}

test('a header or body that is larger than is read costs its own message', async (t) => {
  const longHeader = `Subject: long\r\nX-Long: ${'x'.repeat(300 * 1024)}\r\n\r\nText\r\n`
  const longBody = `Subject: large\r\n\r\n${`${'y'.repeat(70)}\r\n`.repeat(240_000)}`
  const small = 'Subject: small\r\n\r\nyyy\r\n'
  await deliverAll(
    5,
    [longHeader, longBody, small].map((text) => Buffer.from(text)),
  )
  const account = openAccount(t, dovecot, 5)

  const source = script('require "body"; if body :contains "yyy" { discard; }')
  const { decided } = await examineAll(account, source)

  t.deepEqual(
    decided.map(({ verdict }) => (verdict.kind === 'undecided' ? verdict.subject : verdict.kind)),
    ['met', 'body', 'header'],
  )
})

test('who stops waiting stops an examination', async (t: ExecutionContext) => {
  await deliverAll(6, letters)
  const account = openAccount(t, dovecot, 6)
  const leaving = new AbortController()
  const filter = {
    hasBodies: false,
    decide: async () => {
      leaving.abort(new Error('left'))
      return []
    },
  }
  const wanted = { mailbox: 'INBOX', uidValidity: undefined, below: undefined } as const
  const turns = examineMailbox(account, filter, { ...wanted, maxMessages: 1_000 }, leaving.signal)

  await turns.next()
  await t.throwsAsync(turns.next())
})

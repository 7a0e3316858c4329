import test from 'ava'
import type { NativeResponseOf } from '../../../plugin/wire/native/types.ts'
import { seededRandom } from '../../proxy/mail/seeded-random.ts'
import { callAction } from '../../support/http/native-actions.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { collectedMessages, madeMessages } from '../../support/sieve/random-messages.ts'
import { startSieveDovecot } from '../../support/sieve/manage-sieve.ts'
import { startSmtpSink } from '../../support/smtp/sink.ts'
import { DELIVERY_RULES, TARGETS } from './delivery-rules.ts'

const messageCount = isLong ? 50 : 20
const rules = DELIVERY_RULES.filter((_, at) => isLong || at % 3 === 0)
/** Deliveries at one time. */
const AT_ONCE = 4

/** Of every message and delivery, and as long for each: a size counts. */
const FIELD = 'X-Delivery'
const nameOf = (rule: number, message: number) =>
  `${String(rule).padStart(2, '0')}-${String(message).padStart(2, '0')}`

test('mail goes where the trial of a filter said that it would', async (t) => {
  t.timeout(3_600_000)
  const sink = await startSmtpSink({ t })
  const settings = `submission_host = ${sink.host}:${sink.port}`
  const { dovecot, sievePort } = await startSieveDovecot({ t, users: 1, settings })
  const { doveadm } = dovecot
  const user = dovecot.userName(1)
  for (const mailbox of TARGETS) await doveadm.subscribe(user, mailbox)
  const config = { sieve: { port: sievePort } }
  const postern = await startPostern({ t, mail: dovecot, config })
  const client = createWebmailClient(postern.base())
  await client.signIn(user, dovecot.password)
  const messages = messySample()
  const deliver = (rule: number, message: number) =>
    doveadm.receive(
      user,
      Buffer.concat([
        Buffer.from(`${FIELD}: ${nameOf(rule, message)}\r\n`),
        messages[message] ?? Buffer.alloc(0),
      ]),
    )

  // One after the other, so that the UID tells which it is.
  for (const message of messages.keys()) await deliver(99, message)
  const expected = new Map<string, readonly string[]>()
  for (const [at, rule] of rules.entries()) {
    const source = { kind: 'rule', rule } as const
    const trial = await callAction(client, 'filter-trial', { mailbox: 'INBOX', source })
    if (trial.kind !== 'filter-trial') return t.fail(`${rule.name}: ${trial.code}`)
    t.is(trial.examined, messages.length)
    t.true(trial.met > 0, `${at} meets nothing`)
    t.is(trial.undecided + trial.failed, 0, JSON.stringify(rule))
    for (const message of messages.keys()) {
      const hit = trial.hits.find(({ uid }) => uid === message + 1)
      expected.set(nameOf(at, message), hit === undefined ? ['INBOX'] : copiesOf(hit))
    }
  }

  for (const [at, rule] of rules.entries()) {
    const { etag } = await callAction(client, 'filters', {})
    const change = { kind: 'entries', entries: [{ kind: 'rule', rule }] } as const
    await callAction(client, 'save-filters', { etag, change })
    const waiting = [...messages.keys()]
    const deliverRest = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await deliver(at, next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, deliverRest))
  }

  const found = new Map<string, string[]>([...expected.keys()].map((name) => [name, []]))
  for (const mailbox of ['INBOX', ...TARGETS])
    for (const [name, flags] of await doveadm.flagsByField(user, mailbox, FIELD))
      found.get(name)?.push(copyOf(mailbox, flags))
  for (const { to, source } of sink.messages) {
    const [, name = ''] = new RegExp(`^${FIELD}: (.*?)\r?$`, 'm').exec(source) ?? []
    found.get(name)?.push(`to ${to.join()}`)
  }
  const differences = [...expected].flatMap(([name, copies]) => {
    const [want, have] = [copies, found.get(name) ?? []].map((all) => all.toSorted().join(' and '))
    return want === have ? [] : [`${name}: expected ${want ?? ''}, found ${have ?? ''}`]
  })
  t.deepEqual(differences, [])
  t.log(`${expected.size} deliveries agree`)
})

/** As many of others as made ones. */
function messySample(): readonly Buffer[] {
  const collected = collectedMessages()
  const half = messageCount / 2
  const step = Math.floor(collected.length / half)
  const some = collected.filter((_, at) => at % step === 0).slice(0, half)
  return [...some, ...madeMessages(messageCount - some.length, seededRandom(20))]
}

type Trial = Extract<NativeResponseOf<'filter-trial'>, { kind: 'filter-trial' }>

/** Where a message is to be, in words. */
function copiesOf({ actions }: Trial['hits'][number]): readonly string[] {
  return actions.map((action) => {
    if (action.kind === 'keep') return copyOf('INBOX', action.flags.add)
    if (action.kind === 'file') return copyOf(action.mailbox, action.flags.add)
    return action.kind === 'forward' ? `to ${action.address}` : action.kind
  })
}

function copyOf(mailbox: string, flags: readonly string[]): string {
  const set = flags.map((flag) => flag.toLowerCase()).filter((flag) => flag !== '\\recent')
  return [mailbox, ...set.sort()].join(' ')
}

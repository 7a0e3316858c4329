import test from 'ava'
import type { WritingContext } from '../../../../plugin/actions/contract/contexts.ts'
import { requestedReceipt } from '../../../../plugin/actions/message/requested-receipt.ts'
import { receipt } from '../../../../plugin/actions/message/receipt.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'
import type { ReceiptRequest } from '../../../../proxy/mail/model/receipt.ts'
import type { BuiltMessage } from '../../../../proxy/mail/submission/outgoing-message.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { messageOf } from '../../../support/actions/fake-account.ts'
import { oneMessage } from '../../../support/actions/inputs.ts'
import { rowOf } from '../../../support/actions/samples.ts'

const REQUEST: ReceiptRequest = {
  to: 'Bea <bea@x.test>',
  returnPath: 'bea@X.test',
  isBulk: false,
  originalRecipient: undefined,
}

interface ReceiptMessage {
  readonly mailbox?: string
  readonly from?: string
  readonly request?: Partial<ReceiptRequest>
}

function requesting({ mailbox = 'INBOX', from = 'bea@x.test', request = {} }: ReceiptMessage = {}) {
  const fake = fakeContext()
  const row = rowOf({ uid: 3, from: [{ name: '', address: from }] })
  fake.mail.message = messageOf({ row, receiptRequest: { ...REQUEST, ...request } })
  const requested = () =>
    requestedReceipt({ mailbox: mailboxName(mailbox) }, fake.mail.message, fake.context)
  return { fake, requested }
}

test('whether a receipt needs the word of its reader depends on where the message came from', async (t) => {
  t.like(await requesting().requested(), { isToAsk: false })
  for (const request of [
    { returnPath: 'other@x.test' },
    { returnPath: undefined },
    { to: 'bea@x.test, eve@x.test' },
  ]) {
    t.like(await requesting({ request }).requested(), { isToAsk: true })
  }
})

for (const [what, message] of [
  ['a message that was sent to many', { request: { isBulk: true } }],
  ['what a program sent', { request: { returnPath: '' } }],
  ['a message without an address for it', { request: { to: 'Bea' } }],
  ['junk', { mailbox: 'Junk' }],
  ['sent mail', { mailbox: 'Sent' }],
  ['own mail', { from: 'user0001@example.test' }],
  ['one that asks the owner', { request: { to: 'User0001@example.test' } }],
] as const) {
  test(`no receipt is requested by ${what}`, async (t) => {
    t.is(await requesting(message).requested(), undefined)
  })
}

/** What is sent goes through `take`. */
function answering(message: ReceiptMessage, take: (built: BuiltMessage) => Promise<void>) {
  const { fake } = requesting(message)
  const context: WritingContext = {
    ...fake.context,
    submission: { ...fake.context.submission, send: take },
  }
  const run = (choice: 'send' | 'send-unasked' | 'ignore') =>
    receipt.run({ ...oneMessage('INBOX', 3), answer: choice }, context)
  const marks = () => fake.mail.calls.filter(([verb]) => verb === 'setFlags')
  return { run, marks }
}

test('a receipt is noted with the message before it goes out, without a sender', async (t) => {
  const senders: string[] = []
  const { run, marks } = answering({}, async ({ envelope }) => {
    t.is(marks().length, 1)
    senders.push(envelope.from)
  })

  t.deepEqual(await run('send'), { kind: 'receipt', isSent: true })

  t.deepEqual(senders, [''])
  t.like(marks()[0], { 3: { add: ['$MDNSent'], remove: [] } })
})

test('where the server takes no mail without a sender, the reader is the sender', async (t) => {
  const senders: string[] = []
  const { run } = answering({}, async ({ envelope: { from } }) => {
    senders.push(from)
    if (from === '') throw new MailFault('rejected', '553 Sender refused')
  })

  t.deepEqual(await run('send'), { kind: 'receipt', isSent: true })

  t.deepEqual(senders, ['', 'user0001@example.test'])
})

test('a receipt that could not be sent can be sent again', async (t) => {
  const { run, marks } = answering({}, () => Promise.reject(new MailFault('unavailable', 'Away')))

  await t.throwsAsync(run('send'), { code: 'unavailable' })

  t.like(marks()[1], { 3: { add: [], remove: ['$MDNSent'] } })
})

test('a receipt that is ignored is noted, and one that waits for a word is left as it is', async (t) => {
  const never = () => Promise.reject(new Error('Sent'))
  const ignored = answering({}, never)
  const waiting = answering({ request: { returnPath: undefined } }, never)

  t.deepEqual(await ignored.run('ignore'), { kind: 'receipt', isSent: false })
  t.deepEqual(await waiting.run('send-unasked'), { kind: 'receipt', isSent: false })

  t.is(ignored.marks().length, 1)
  t.is(waiting.marks().length, 0)
})

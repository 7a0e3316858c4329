import test from 'ava'
import { senderTrust } from '../../../../plugin/actions/message/sender-trust.ts'
import type { AuthenticationResult } from '../../../../proxy/mail/model/authentication.ts'
import type { Message } from '../../../../proxy/mail/model/message.ts'
import { contactNamed, memoryBook } from '../../../support/contacts/contact-book.ts'
import { messageOf } from '../../../support/actions/fake-account.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { rowOf } from '../../../support/actions/samples.ts'

const dmarc = (result: AuthenticationResult['result']): AuthenticationResult => ({
  ...{ method: 'dmarc', result, domain: 'bank.test' },
})

interface Sender {
  readonly name?: string
  readonly address?: string
}

async function trustOf(
  { name = '', address = 'ann@bank.test' }: Sender,
  message: Partial<Message> = {},
) {
  const { book } = await memoryBook([contactNamed('Bea', 'bea@partner.test')])
  const { context } = fakeContext({ authservIds: ['MX.own.test'], contacts: book })
  const row = rowOf({ uid: 3, from: [{ name, address }] })
  return senderTrust(messageOf({ row, ...message }), context)
}

const fieldOf = (server: string, ...results: readonly AuthenticationResult[]) => ({
  server,
  results,
})

test('only the topmost field of a trusted server is believed', async (t) => {
  const authentication = [
    fieldOf('evil.test', dmarc('pass')),
    fieldOf('mx.own.test', dmarc('fail')),
    fieldOf('mx.own.test', dmarc('pass')),
  ]

  const trust = await trustOf({}, { authentication })

  t.deepEqual(trust.authentication, [dmarc('fail')])
  t.deepEqual(trust.warnings, [{ kind: 'unverified', domain: 'bank.test' }])
})

test('of no trusted server nothing is told', async (t) => {
  const authentication = [fieldOf('evil.test', dmarc('fail'))]

  t.deepEqual(await trustOf({}, { authentication }), { authentication: [], warnings: [] })
})

for (const [what, sender, message, warnings] of [
  [
    'a domain that looks like an own one',
    { address: 'ann@examp1e.test' },
    {},
    [{ kind: 'look-alike', domain: 'examp1e.test', of: 'example.test' }],
  ],
  [
    'a domain that looks like that of a contact',
    { address: 'bea@partոer.test' },
    {},
    [{ kind: 'look-alike', domain: 'partոer.test', of: 'partner.test' }],
  ],
  ['a domain that is a letter from that of a contact', { address: 'bea@partners.test' }, {}, []],
  ['the domain of a contact', { address: 'cid@partner.test' }, {}, []],
  [
    'a name that shows another address',
    { name: 'chief@bank.test (urgent)', address: 'x@evil.test' },
    {},
    [{ kind: 'name', named: 'chief@bank.test', address: 'x@evil.test' }],
  ],
  ['a name that shows the address', { name: 'Ann@bank.test' }, {}, []],
  [
    'a reply to another domain',
    {},
    { replyTo: [{ name: '', address: 'x@evil.test' }] },
    [{ kind: 'reply-to', address: 'x@evil.test' }],
  ],
  ['a reply within the domain', {}, { replyTo: [{ name: '', address: 'x@mail.bank.test' }] }, []],
  ['a list', {}, { replyTo: [{ name: '', address: 'x@evil.test' }], isBulk: true }, []],
  [
    'an own message',
    { address: 'user0001@example.test' },
    { replyTo: [{ name: '', address: 'x@evil.test' }] },
    [],
  ],
] as const) {
  test(`${what} has ${warnings.length === 0 ? 'no warning' : 'a warning'}`, async (t) => {
    t.deepEqual((await trustOf(sender, message)).warnings, [...warnings])
  })
}

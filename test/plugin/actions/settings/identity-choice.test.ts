import test from 'ava'
import { identityFor } from '../../../../plugin/actions/settings/identity-choice.ts'
import { send } from '../../../../plugin/actions/send/send.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { emptyIdentity } from '../../../../plugin/settings/identity.ts'
import type { OwnerSettings } from '../../../../plugin/settings/owner-settings.ts'
import { defaultPreferences } from '../../../../plugin/settings/default-preferences.ts'
import { rowOf } from '../../../support/actions/samples.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { sendInput } from '../../../support/actions/inputs.ts'

const identity = (id: string, address: string, name = '') => ({
  ...emptyIdentity,
  ...{ id, address, name, version: 1 },
})

const settings: OwnerSettings = {
  preferences: { ...defaultPreferences, defaultIdentity: 'home' },
  identities: [
    identity('work', 'mia@work.test', 'Mia Work'),
    identity('home', 'mia@home.test', 'Mia'),
    identity('formal', 'mia@home.test', 'Dr. Mia'),
  ],
}

const to = (...addresses: string[]) => addresses.map((address) => ({ name: '', address }))

test('a response is written as the identity that was written to', (t) => {
  const message = (addresses: string[]) => ({ row: rowOf({ uid: 1, to: to(...addresses) }) })

  t.is(identityFor('reply', message(['x@y.test', 'MIA@work.test']), settings), 'work')
  t.is(identityFor('reply', message(['mia@home.test']), settings), 'home')
  t.is(identityFor('reply', message(['list@y.test']), settings), 'home')
})

test('a response to a blind copy, or to mail of a list, is written as whom it was delivered to', (t) => {
  const row = rowOf({ uid: 1, to: to('list@y.test') })
  const deliveredTo = ['box17@host.test', '<mia@work.test>']

  t.is(identityFor('reply', { row, deliveredTo }, settings), 'work')
  t.is(
    identityFor(
      'reply',
      { row: rowOf({ uid: 1, to: to('mia@home.test') }), deliveredTo },
      settings,
    ),
    'home',
  )
})

test('a draft continues as the identity it was started as', (t) => {
  const from = [{ name: 'Dr. Mia', address: 'mia@home.test' }]

  t.is(identityFor('draft', { row: rowOf({ uid: 1, from }) }, settings), 'formal')
})

test('who has no identity answers as none', (t) => {
  t.is(identityFor('reply', { row: rowOf({ uid: 1 }) }, { ...settings, identities: [] }), undefined)
})

test('a message is sent with name, organisation and place for answers of its identity', async (t) => {
  const chosen = { ...identity('work', 'user0001@example.test', 'Mia'), organisation: 'Org' }
  const stored = {
    ...settings,
    revision: 1,
    identities: [{ ...chosen, replyTo: 'desk@work.test' }],
  }
  const { context, sent } = fakeContext()
  const read = async () => stored

  await send.run(sendInput({ identity: 'work' }), {
    ...context,
    settings: { ...context.settings, read },
  })

  t.like(sent[0], {
    from: { name: 'Mia', address: 'user0001@example.test' },
    replyTo: 'desk@work.test',
    organisation: 'Org',
  })
})

test('an address that is not allowed any more sends nothing', async (t) => {
  const { context, sent } = fakeContext()
  const read = async () => ({ ...settings, revision: 1 })

  const error = await t.throwsAsync(
    async () =>
      send.run(sendInput({ identity: 'work' }), {
        ...context,
        settings: { ...context.settings, read },
      }),
    { instanceOf: Refusal },
  )
  t.is(error.code, 'address_not_allowed')
  t.deepEqual(sent, [])
})

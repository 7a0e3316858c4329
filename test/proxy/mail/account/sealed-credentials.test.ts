import test from 'ava'
import { startScriptedImap } from '../../../support/imap/scripted-imap.ts'
import { openEngine, patient, request } from '../engine.ts'

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }
const IP = '192.0.2.1'

test('an account is found by the seal that its credential was opened from, and by no other', async (t) => {
  const { accounts } = openEngine(t, await startScriptedImap(t))
  await accounts.signIn(someone, IP, patient)
  const before = accounts.accountOfSealed('seal of a session')

  const account = accounts.account(someone, IP, 'seal of a session')

  t.is(before, undefined)
  t.deepEqual(accounts.accountOfSealed('seal of a session'), { account, credential: someone })
  t.is(accounts.accountOfSealed('seal of another session'), undefined)
})

test('a seal finds nothing once the password of its account was refused', async (t) => {
  const judgements = ['OK', 'NO wrong']
  const server = await startScriptedImap(t, {
    reply: ({ name, tag }) =>
      name === 'PASSWORD' ? `${tag} ${judgements.shift()}\r\n` : undefined,
  })
  const { accounts } = openEngine(t, server)
  await accounts.signIn(someone, IP, patient)
  const wrong = { ...someone, password: 'wrong' }

  const page = accounts.account(wrong, IP, 'seal').page(request(), patient)

  await t.throwsAsync(page, { code: 'authentication_refused' })
  t.is(accounts.accountOfSealed('seal'), undefined)
})

test('every seal is opened again after the keys were read again', async (t) => {
  const { accounts } = openEngine(t, await startScriptedImap(t))
  await accounts.signIn(someone, IP, patient)
  accounts.account(someone, IP, 'seal')

  accounts.forgetSealed()

  t.is(accounts.accountOfSealed('seal'), undefined)
})

test('of the seals of one account only the latest are known', async (t) => {
  const { accounts } = openEngine(t, await startScriptedImap(t))
  await accounts.signIn(someone, IP, patient)

  for (let number = 1; number <= 17; number += 1) accounts.account(someone, IP, `seal ${number}`)

  t.is(accounts.accountOfSealed('seal 1'), undefined)
  t.not(accounts.accountOfSealed('seal 2'), undefined)
  t.not(accounts.accountOfSealed('seal 17'), undefined)
})

import test from 'ava'
import { openEngine, patient } from '../engine.ts'
import { startScriptedImap } from '../../../support/imap/scripted-imap.ts'

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

test('a message that a page and its frame ask for at once is read once', async (t) => {
  const server = await startScriptedImap(t)
  const { accounts } = openEngine(t, server)
  const account = accounts.account(someone, '192.0.2.1')
  const read = () => account.message('INBOX', 7, { ...patient, uidValidity: undefined })
  await read()
  const before = server.heard('UID FETCH')
  await read()
  const once = server.heard('UID FETCH') - before

  await Promise.all([read(), read()])

  t.is(server.heard('UID FETCH') - before, 2 * once)
})

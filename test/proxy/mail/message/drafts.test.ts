import test from 'ava'
import type { SendInput } from '../../../../plugin/actions/compose/send-input.ts'
import { namedMessage } from '../../../../plugin/actions/contract/input.ts'
import { savedDrafts } from '../../../../plugin/actions/send/saved-drafts.ts'
import { send } from '../../../../plugin/actions/send/send.ts'
import { createSubmission } from '../../../../proxy/mail/submission/submission.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { sendInput } from '../../../support/actions/inputs.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { startImapRelay } from '../../../support/dovecot/imap-relay.ts'
import { openEngine, patient } from '../engine.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

test('a draft takes the place of the one before where the server does not tell its UID', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const relay = await startImapRelay(t, {
    ...{ host: dovecot.host, port: dovecot.port },
    rewrite: (line) => line.replace(/ OK \[APPENDUID [^\]]+\]/, ' OK'),
  })
  const { accounts } = openEngine(t, relay)
  const [user, password] = [dovecot.userName(1), dovecot.password]
  const account = accounts.account({ user, password, authorizationId: undefined }, '192.0.2.1')
  const submission = createSubmission({
    ...{ host: '127.0.0.1', port: 9, tls: 'none', rejectUnauthorized: false, auth: 'none' },
    ...{ timeoutMs: 1_000, maxConnections: 1, hostname: 'webmail.example.test' },
  })
  const { context } = fakeContext({ account, submission })
  const save = async (changes: Partial<SendInput>) => {
    const result = await send.run(sendInput({ isDraft: true, ...changes }), context)
    return namedMessage.parse(result.filed)
  }

  const first = await save({ text: 'one' })
  const second = await save({ text: 'two', mode: 'draft', source: first })

  t.deepEqual([first.uid, second.uid], [1, 2])
  const everything = { search: undefined, flags: undefined }
  t.is((await account.matchingUids(mailboxName('Drafts'), everything, patient)).set, '2')
})

test('a version of a draft that was changed or deleted elsewhere is refused, and the newest one is found', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const { accounts } = openEngine(t, dovecot)
  const [user, password] = [dovecot.userName(1), dovecot.password]
  const account = accounts.account({ user, password, authorizationId: undefined }, '192.0.2.1')
  const submission = createSubmission({
    ...{ host: '127.0.0.1', port: 9, tls: 'none', rejectUnauthorized: false, auth: 'none' },
    ...{ timeoutMs: 1_000, maxConnections: 1, hostname: 'webmail.example.test' },
  })
  const { context } = fakeContext({ account, submission })
  const save = async (changes: Partial<SendInput>) => {
    const input = sendInput({ isDraft: true, composeId: 'one-message', ...changes })
    return namedMessage.parse((await send.run(input, context)).filed)
  }
  const first = await save({ text: 'one' })
  const second = await save({ text: 'two', mode: 'draft', source: first })

  const refused = await t.throwsAsync(save({ text: 'mine', mode: 'draft', source: first }))
  const { newest } = await savedDrafts.run({ saves: [], composeId: 'one-message' }, context)
  const { uidValidity } = second
  await account.remove(mailboxName('Drafts'), [second.uid], { ...patient, uidValidity })
  const deleted = await t.throwsAsync(save({ text: 'mine', mode: 'draft', source: second }))

  t.like(refused, { code: 'draft_changed' })
  t.is(newest?.uid, second.uid)
  t.like(deleted, { code: 'draft_changed' })
})

import test, { type ExecutionContext } from 'ava'
import { aclSettings } from '../../../support/dovecot/acl.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'
import { failureOf } from '../../../../plugin/response/failure.ts'
import { refusalText } from '../../../../plugin/texts/server-texts.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, patient } from '../engine.ts'
import { rawImap } from '../raw-imap.ts'

const TARGET = mailboxName('Target')

let dovecot: Dovecot
let lastUser = 0
test.before(async () => {
  dovecot = await startDovecot({ users: 5, settings: aclSettings })
})
test.after.always(() => dovecot.stop())

/** An account with a message in INBOX, whose owner may do this in the one mailbox and that in the other (RFC 4314). */
async function withRights(
  t: ExecutionContext,
  rights: { readonly source?: string; readonly target: string },
) {
  lastUser += 1
  const number = lastUser
  const owner = await rawImap(t, dovecot, dovecot.userName(number))
  await dovecot.seed(dovecot.userName(number), 1)
  await owner.run(`CREATE ${TARGET}`)
  await owner.run(`SETACL ${TARGET} owner ${rights.target}`)
  if (rights.source !== undefined) await owner.run(`SETACL INBOX owner ${rights.source}`)
  return openAccount(t, dovecot, number)
}

/** What the owner is told of an action that the server refused. */
async function reportedText(run: Promise<unknown>): Promise<string> {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return refusalText(failureOf(error, '192.0.2.1', '').refusal, 'en')
}

const NAMED = 'The mail server does not allow this for the folder “Target”.'

test('a mailbox that takes no message is named when one is filed in it', async (t) => {
  const account = await withRights(t, { target: 'lr' })

  const reported = await reportedText(
    account.append(TARGET, Buffer.from('Subject: x\r\n\r\n'), [], patient),
  )

  t.is(reported, NAMED)
})

for (const run of ['move', 'copy'] as const) {
  test(`a mailbox that takes no message is named as the target of a ${run}`, async (t) => {
    const account = await withRights(t, { target: 'lr' })

    t.is(await reportedText(account[run]('INBOX', [1], TARGET, patient)), NAMED)
  })
}

test('a mailbox that gives no message away is not mistaken for the target of a move', async (t) => {
  const account = await withRights(t, { source: 'lra', target: 'lrswipkxtea' })

  const reported = await reportedText(account.move('INBOX', [1], TARGET, patient))

  t.is(reported, 'The mail server does not allow this for this folder.')
})

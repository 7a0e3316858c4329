import test, { type ExecutionContext } from 'ava'
import { aclSettings } from '../../../support/dovecot/acl.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, patient, request } from '../engine.ts'
import { rawImap } from '../raw-imap.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const SHARED = mailboxName('Shared')
const TRASH = mailboxName('Trash')
const WITHOUT_MOVE =
  'IMAP4rev1 SASL-IR LITERAL+ ID ENABLE IDLE SORT CONDSTORE ESEARCH LIST-STATUS UIDPLUS'

let dovecot: Dovecot
let oldServer: Dovecot
let lastUser = 0
test.before(async () => {
  dovecot = await startDovecot({ users: 10, settings: aclSettings })
  oldServer = await startDovecot({
    users: 10,
    settings: `${aclSettings}\nimap_capability = ${WITHOUT_MOVE}`,
  })
})
test.after.always(() => Promise.all([dovecot.stop(), oldServer.stop()]))

/** An account with a message in a mailbox in which its owner has these rights (RFC 4314) only. */
async function withRights(t: ExecutionContext, server: Dovecot, rights: string) {
  lastUser += 1
  const number = lastUser
  const user = server.userName(number)
  const owner = await rawImap(t, server, user)
  await owner.run(`CREATE ${SHARED}`)
  await server.seed(user, 1, SHARED)
  await owner.run(`SETACL ${SHARED} owner ${rights}`)
  const account = openAccount(t, server, number)
  const countIn = async (mailbox: string) => {
    const other = await rawImap(t, server, user)
    const lines = await other.run(`STATUS ${mailbox} (MESSAGES)`)
    return /MESSAGES (\d+)/.exec(lines[0] ?? '')?.[1]
  }
  return { account, countIn }
}

test('a mark that the server would forget is refused, and the list does not show it', async (t) => {
  const { account } = await withRights(t, dovecot, 'lrs')
  const change = { add: ['\\Flagged'], remove: [] }

  await t.throwsAsync(account.setFlags(SHARED, [1], change, patient), { code: 'mailbox_refused' })

  const { rows } = await account.page(request({ mailbox: SHARED }), patient)
  t.false(rows[0]?.flags.includes('\\Flagged'))
})

test('a mark that the mailbox keeps is set where others would be forgotten', async (t) => {
  const { account } = await withRights(t, dovecot, 'lrs')

  await account.setFlags(SHARED, [1], { add: [], remove: ['\\Seen'] }, patient)
  await account.setFlags(SHARED, [1], { add: ['\\Seen'], remove: [] }, patient)

  const { rows } = await account.page(request({ mailbox: SHARED }), patient)
  t.true(rows[0]?.flags.includes('\\Seen'))
})

test('a keyword is set where the mailbox takes any', async (t) => {
  const { account } = await withRights(t, dovecot, 'lrsw')

  await account.setFlags(SHARED, [1], { add: ['$Forwarded'], remove: [] }, patient)

  const { rows } = await account.page(request({ mailbox: SHARED }), patient)
  t.true(rows[0]?.flags.includes('$Forwarded'))
})

test('a removal is refused where the server would forget the mark for it', async (t) => {
  const { account, countIn } = await withRights(t, dovecot, 'lrse')

  await t.throwsAsync(account.remove(SHARED, [1], patient), { code: 'mailbox_refused' })

  t.is(await countIn('Shared'), '1')
})

test('a move without MOVE leaves no copy where the message cannot be removed', async (t) => {
  const { account, countIn } = await withRights(t, oldServer, 'lrse')

  await t.throwsAsync(account.move(SHARED, [1], TRASH, patient), { code: 'mailbox_refused' })

  t.deepEqual([await countIn('Shared'), await countIn('Trash')], ['1', '0'])
})

import test, { type ExecutionContext } from 'ava'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { startImapRelay } from '../../../support/dovecot/imap-relay.ts'
import { credentialOf, openEngine, patient, request } from '../engine.ts'
import { rawImap, type RawImapSession } from '../raw-imap.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const USERS = 10
const TRASH = mailboxName('Trash')
const OLD_SERVER = 'IMAP4rev1 SASL-IR LITERAL+ ID ENABLE IDLE SORT CONDSTORE ESEARCH LIST-STATUS'

let lastUser = 0
const servers: Dovecot[] = []
test.before(async () => {
  servers.push(
    await startDovecot({ users: USERS, settings: `imap_capability = ${OLD_SERVER} UIDPLUS` }),
    await startDovecot({ users: USERS, settings: `imap_capability = ${OLD_SERVER}` }),
    await startDovecot({ users: USERS }),
  )
})
test.after.always(() => Promise.all(servers.map((server) => server.stop())))

/** An account of a user with five messages, behind a line that breaks once, before such a response. */
async function behindBrokenLine(t: ExecutionContext, dovecot: Dovecot, response: RegExp) {
  lastUser += 1
  const user = (lastUser % USERS) + 1
  await dovecot.seed(dovecot.userName(user), 5)
  let isWhole = true
  const relay = await startImapRelay(t, {
    ...dovecot,
    loses: (line) => {
      const isLost = isWhole && response.test(line)
      if (isLost) isWhole = false
      return isLost
    },
  })
  const account = openEngine(t, relay).accounts.account(credentialOf(dovecot, user), '192.0.2.1')
  const { state } = await account.page(request(), patient)
  return {
    move: () => {
      return account.move('INBOX', [2, 4], TRASH, { ...patient, uidValidity: state.uidValidity })
    },
    other: await rawImap(t, dovecot, dovecot.userName(user)),
  }
}

async function subjectsIn(other: RawImapSession, mailbox: string): Promise<readonly string[]> {
  await other.run(`EXAMINE ${mailbox}`)
  const lines = await other.run('UID FETCH 1:* (BODY.PEEK[HEADER.FIELDS (SUBJECT)])')
  return lines.filter((line) => line.startsWith('Subject:')).toSorted()
}

const lostResponses: Readonly<Record<string, RegExp>> = {
  'the copy': /^P\d+ OK .*COPYUID|^P\d+ OK .*Copy completed/i,
  'the mark': /^P\d+ OK .*Store completed/i,
  'the removal': /^\* \d+ EXPUNGE/,
}
for (const [index, server] of ['without MOVE', 'without MOVE and UIDPLUS', 'with MOVE'].entries()) {
  for (const [what, response] of Object.entries(lostResponses)) {
    // With MOVE there is one response, that of the removal.
    if (server === 'with MOVE' && what !== 'the removal') continue
    test(`a move that is repeated since the response to ${what} was lost leaves one copy on a server ${server}`, async (t) => {
      const dovecot = servers[index]
      if (dovecot === undefined) throw new Error('no server')
      const { move, other } = await behindBrokenLine(t, dovecot, response)
      const before = await subjectsIn(other, 'INBOX')

      await t.throwsAsync(move(), { code: 'closed' })
      await move()

      const [inbox, trash] = [await subjectsIn(other, 'INBOX'), await subjectsIn(other, 'Trash')]
      t.is(trash.length, 2)
      t.deepEqual([...inbox, ...trash].toSorted(), before)
    })
  }
}

test('a repeated move reports where the copies of the first one are, so that it can be undone', async (t) => {
  const [dovecot] = servers
  if (dovecot === undefined) throw new Error('no server')
  const { move, other } = await behindBrokenLine(t, dovecot, /^P\d+ OK .*COPYUID/)

  await t.throwsAsync(move(), { code: 'closed' })
  const outcome = await move()

  t.is(outcome.count, 2)
  const status = (await other.run('STATUS Trash (UIDVALIDITY)'))[0] ?? ''
  t.true(status.includes(`UIDVALIDITY ${outcome.targetUidValidity}`), status)
  t.deepEqual([...(outcome.uidMap ?? [])].toSorted(), [
    [2, 1],
    [4, 2],
  ])
})

test('a message whose copy was removed since is copied again by a repeated move', async (t) => {
  const [dovecot] = servers
  if (dovecot === undefined) throw new Error('no server')
  const { move, other } = await behindBrokenLine(t, dovecot, /^P\d+ OK .*COPYUID/)
  await t.throwsAsync(move(), { code: 'closed' })

  await other.run('SELECT Trash')
  await other.run('UID STORE 1 +FLAGS (\\Deleted)')
  await other.run('EXPUNGE')
  await move()

  t.is((await subjectsIn(other, 'Trash')).length, 2)
  t.is((await subjectsIn(other, 'INBOX')).length, 3)
})

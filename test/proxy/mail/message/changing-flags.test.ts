import test, { type ExecutionContext } from 'ava'
import type { Account } from '../../../../proxy/mail/model/account.ts'
import { openEngine, patient, request } from '../engine.ts'
import {
  defaultReply,
  startScriptedImap,
  type ScriptedCommand,
} from '../../../support/imap/scripted-imap.ts'

/**
 * A mailbox of one message that is marked read as soon as the server hears a command, which is told at
 * the end of that command's answer: real servers do so when the mark falls into it.
 */
async function openMarkedDuring(
  t: ExecutionContext,
  isDateTime: (command: ScriptedCommand) => boolean,
): Promise<{ readonly account: Account; readonly start: () => void }> {
  let stage: 'before' | 'armed' | 'read' = 'before'
  const server = await startScriptedImap(t, {
    reply: (command) => {
      const { tag, name } = command
      const response = reported(command, stage === 'read')
      if (stage !== 'armed' || !isDateTime(command)) return response
      stage = 'read'
      const changes = '* 1 FETCH (FLAGS (\\Seen) MODSEQ (11))\r\n'
      return name === 'NOOP' ? response : response.replace(`${tag} OK`, `${changes}${tag} OK`)
    },
  })
  const { accounts } = openEngine(t, server)
  const credential = { user: 'a@example.test', password: 'p', authorizationId: undefined }
  return {
    account: accounts.account(credential, '192.0.2.1'),
    start: () => {
      stage = 'armed'
    },
  }
}

function reported(command: ScriptedCommand, isRead: boolean): string {
  const { tag, name, line } = command
  if (name === 'SELECT') {
    return defaultReply(command).replace(`${tag} OK`, `* OK [HIGHESTMODSEQ 10]\r\n${tag} OK`)
  }
  if (name === 'STATUS') {
    const [unseen, modseq] = isRead ? [0, 11] : [1, 10]
    const items = `MESSAGES 1 UNSEEN ${unseen} UIDNEXT 8 UIDVALIDITY 1 HIGHESTMODSEQ ${modseq}`
    return `* STATUS INBOX (${items})\r\n${tag} OK\r\n`
  }
  const response = defaultReply(command)
  if (name !== 'UID FETCH' || !line.includes('MODSEQ')) return response
  return response.replace(
    'FLAGS ()',
    isRead ? 'FLAGS (\\Seen) MODSEQ (11)' : 'FLAGS () MODSEQ (10)',
  )
}

/** What a client that is told only rows above the state's mod-sequence never hears of. */
function untold(
  before: Awaited<ReturnType<Account['page']>>,
  after: Awaited<ReturnType<Account['page']>>,
): readonly number[] {
  const since = before.state.highestModseq ?? 0n
  return after.rows
    .filter(({ summary, flags, modseq }) => {
      const old = before.rows.find((row) => row.summary.uid === summary.uid)
      const isSame = old?.flags.join(' ') === flags.join(' ')
      return !isSame && (modseq ?? 0n) <= since
    })
    .map(({ summary }) => summary.uid)
}

test('a mark that is told while a page is ordered is on that page or told by the next', async (t) => {
  const { account, start } = await openMarkedDuring(t, ({ name }) => name === 'UID SEARCH')
  // Words would be searched for on a connection of their own, which is told marks for itself.
  const search = { text: '', fields: ['subject'], filter: 'flagged' } as const
  await account.page(request(), patient)

  start()
  const during = await account.page(request({ search }), patient)
  const after = await account.page(request({ search }), patient)

  t.deepEqual(after.rows[0]?.flags, ['\\Seen'])
  t.deepEqual(untold(during, after), [])
})

test('a mark that is told while rows are read is on that page or told by the next', async (t) => {
  const { account, start } = await openMarkedDuring(t, ({ name }) => name === 'UID FETCH')

  start()
  const during = await account.page(request(), patient)
  const after = await account.page(request(), patient)

  t.deepEqual(after.rows[0]?.flags, ['\\Seen'])
  t.deepEqual(untold(during, after), [])
})

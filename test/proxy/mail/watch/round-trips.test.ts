import test from 'ava'
import { eventually } from '../../../support/database/rows.ts'
import { openEngine } from '../engine.ts'
import { farServer } from '../../../support/imap/far-server.ts'
import { listen } from '../listening.ts'
import { startScriptedImap, type Script } from '../../../support/imap/scripted-imap.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

// Round trips of the watching connection. No one waits for them, but a mail server has one for each who reads mail.

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

/** Mail came into a mailbox that is not on show: the server says its counts (NOTIFY, RFC 5465). */
const ELSEWHERE =
  '* STATUS "Work" (MESSAGES 6 UNSEEN 6 UIDNEXT 13 UIDVALIDITY 1 HIGHESTMODSEQ 4)\r\n'
/** Mail came into the one on show. */
const ON_SHOW = '* 6 EXISTS\r\n'

const SIGN_IN = ['ID+PASSWORD', 'ID+NAMESPACE']
const ALL_COUNTS = ['LIST', 'LIST+NOOP']
/** The counts that the response brings are a change, which ends the next IDLE. */
const COUNTS_ON_SHOW = ['STATUS', 'IDLE', 'DONE']
/** Until two readings found nothing new. */
const SWEEPS = ['DONE', ...ALL_COUNTS, 'IDLE', 'DONE', ...ALL_COUNTS, 'IDLE']

for (const { what, capabilities, shown, pushed = '', trips } of [
  {
    what: 'with NOTIFY and IDLE, while mail comes into another mailbox',
    capabilities: 'NOTIFY IDLE',
    shown: 'INBOX',
    pushed: ELSEWHERE,
    trips: [
      ...[...SIGN_IN, 'NOTIFY', 'EXAMINE', ...ALL_COUNTS, 'IDLE'],
      ...['DONE', 'IDLE', ...SWEEPS],
    ],
  },
  {
    what: 'with NOTIFY and IDLE, while mail comes into the mailbox on show',
    capabilities: 'NOTIFY IDLE',
    shown: 'INBOX',
    pushed: ON_SHOW,
    trips: [
      ...[...SIGN_IN, 'NOTIFY', 'EXAMINE', ...ALL_COUNTS, 'IDLE'],
      ...['DONE', ...COUNTS_ON_SHOW, 'IDLE', ...SWEEPS],
    ],
  },
  {
    what: 'with NOTIFY and IDLE, while no mailbox is on show',
    capabilities: 'NOTIFY IDLE',
    pushed: ELSEWHERE,
    trips: [...SIGN_IN, 'NOTIFY', ...ALL_COUNTS, 'IDLE', 'DONE', 'IDLE', ...SWEEPS],
  },
  {
    what: 'without NOTIFY, while mail comes into the mailbox on show',
    capabilities: 'IDLE',
    shown: 'INBOX',
    pushed: ON_SHOW,
    trips: [
      ...[...SIGN_IN, 'EXAMINE', ...ALL_COUNTS, 'IDLE'],
      ...['DONE', ...COUNTS_ON_SHOW, 'IDLE', ...SWEEPS],
    ],
  },
  {
    what: 'without NOTIFY and IDLE, at its start and for each poll',
    capabilities: '',
    shown: 'INBOX',
    trips: [...SIGN_IN, 'EXAMINE', ...ALL_COUNTS, ...ALL_COUNTS, ...ALL_COUNTS],
  },
]) {
  test(`a watch of a server ${what} takes ${trips.length} round trips`, async (t) => {
    const server = await startScriptedImap(t, pushingServer(capabilities, pushed))
    const { accounts } = openEngine(t, server, { watch: { pollMs: 2_000 } })

    listen(
      accounts.account(someone, '192.0.2.1'),
      shown === undefined ? undefined : mailboxName(shown),
    )

    const made = await eventually(
      () => Promise.resolve(server.trips().map((names) => names.join('+'))),
      ({ length }) => length >= trips.length,
    )
    t.deepEqual(made, trips)
    t.is(server.connections(), 1)
  })
}

/** As `farServer`, able to do more: it says `pushed` at the first IDLE, and answers as what it said from then on. */
function pushingServer(capabilities: string, pushed: string): Script {
  const far = farServer()
  let idle: string | undefined
  return {
    ...far,
    signedInCapabilities: `${far.signedInCapabilities ?? ''} ${capabilities}`,
    reply: (command, connection) => {
      if (command.name === 'DONE') return `${idle ?? ''} OK\r\n`
      if (command.name !== 'IDLE') {
        const reported = far.reply?.(command, connection)
        return idle === undefined || typeof reported !== 'string'
          ? reported
          : withNewMail(reported, pushed)
      }
      const isFirst = idle === undefined
      idle = command.tag
      return isFirst ? `+ idling\r\n${pushed}` : '+ idling\r\n'
    },
  }
}

function withNewMail(response: string, pushed: string): string {
  const mailbox = pushed === ON_SHOW ? 'INBOX' : 'Work'
  return response.replace(
    `"${mailbox}" (MESSAGES 5 UNSEEN 5 UIDNEXT 12 UIDVALIDITY 1 HIGHESTMODSEQ 3)`,
    `"${mailbox}" (MESSAGES 6 UNSEEN 6 UIDNEXT 13 UIDVALIDITY 1 HIGHESTMODSEQ 4)`,
  )
}

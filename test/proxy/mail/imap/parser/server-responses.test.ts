import test from 'ava'
import type { Account } from '../../../../../proxy/mail/model/account.ts'
import { MailFault } from '../../../../../proxy/mail/model/mail-fault.ts'
import { WAIT_LIMIT_MS } from '../../../../support/process/wait-limit.ts'
import { openEngine, patient, request } from '../../engine.ts'
import {
  type Script,
  type ScriptedReply,
  startScriptedImap,
} from '../../../../support/imap/scripted-imap.ts'
import { serverResponses, type ServerResponse } from '../../server-responses.ts'
import { mailboxName } from '../../../../../proxy/mail/model/mailbox-name.ts'

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

for (const said of serverResponses) {
  test(`${said.server}: "${said.answer}" (${said.at}) is ${said.code}`, async (t) => {
    const server = await startScriptedImap(t, saying(said))
    const { accounts } = openEngine(t, server, { limitWaitMs: 0 })
    const account = accounts.account(someone, '192.0.2.1')

    const fault = await t.throwsAsync(send(account, said), { instanceOf: MailFault })

    t.is(fault.code, said.code)
  })
}

const limits: readonly ServerResponse[] = serverResponses.filter(
  ({ code }) => code === 'limit_reached',
)

for (const said of limits) {
  test(`a request waits while ${said.server} says "${said.answer}" (${said.at})`, async (t) => {
    const server = await startScriptedImap(t, saying(said, { connections: 2 }))
    const { accounts } = openEngine(t, server, { limitWaitMs: WAIT_LIMIT_MS })

    const page = await accounts.account(someone, '192.0.2.1').page(request(), patient)

    t.is(page.total, 1)
    t.is(server.connections(), 3)
  })
}

/** A server without faults but for one response, given on the first connections only or on all. */
function saying(
  { at, answer: response }: ServerResponse,
  { connections = Number.MAX_SAFE_INTEGER }: { readonly connections?: number } = {},
): Script {
  if (at === 'greeting') return { greeting: `* ${response}\r\n`, refusedConnections: connections }
  return {
    reply: ({ name, tag }, connection) => {
      if (connection > connections) return undefined
      if (at === 'signed in' && name === 'PASSWORD')
        return { cutAfter: `${tag} OK\r\n* ${response}\r\n` }
      return name === at.toUpperCase() ? worded(tag, response) : undefined
    },
  }
}

function worded(tag: string, reply: string): ScriptedReply {
  return reply.startsWith('BYE ') ? { cutAfter: `* ${reply}\r\n` } : `${tag} ${reply}\r\n`
}

/** What makes Postern send the command in question. */
async function send(account: Account, { at }: ServerResponse): Promise<unknown> {
  if (at === 'UID COPY') return account.copy('INBOX', [7], mailboxName('Elsewhere'), patient)
  if (at === 'CREATE') return account.createMailbox({ parent: undefined, name: 'Other' }, patient)
  return account.page(request({ mailbox: mailboxName('Elsewhere') }), patient)
}

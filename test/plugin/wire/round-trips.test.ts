import { buffer } from 'node:stream/consumers'
import test from 'ava'
import { findAction } from '../../../plugin/actions/index.ts'
import { farServer } from '../../support/imap/far-server.ts'
import { openEngine, patient } from '../../proxy/mail/engine.ts'
import { startScriptedImap } from '../../support/imap/scripted-imap.ts'
import { fakeContext } from '../../support/actions/fake-context.ts'

// At a mail server far away each round trip of an action is time that a user waits.

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }
const named = { mailbox: 'INBOX', uid: 7 }
const acted = { mailbox: 'INBOX', uids: [7] }
const letter = {
  to: 'somebody@example.test',
  subject: 'Hello',
  text: 'Hello',
  composeId: '0123456789abcdef',
}

const forwarded = { source: named, keptParts: ['2', '3'] }

const rows: readonly (readonly [
  method: 'GET' | 'POST',
  name: string,
  input: Readonly<Record<string, unknown>>,
  trips: number,
  what?: string,
])[] = [
  ['GET', 'list', { mailbox: 'INBOX' }, 1],
  ['GET', 'list', { mailbox: 'Work' }, 2, 'of a mailbox that was not open'],
  [
    'GET',
    'list',
    { mailbox: 'INBOX', sort: { by: 'subject', isDescending: false } },
    2,
    'in another order',
  ],
  ['GET', 'list', { mailbox: 'INBOX', isThreaded: true }, 2, 'in threads'],
  ['GET', 'folders', {}, 2],
  ['GET', 'getunread', {}, 1],
  ['POST', 'refresh', { list: { mailbox: 'INBOX' }, isCounting: true }, 1],
  ['POST', 'check-recent', { list: { mailbox: 'INBOX' }, isCounting: true }, 2],
  ['GET', 'previews', { mailbox: 'INBOX', uids: [7, 8, 9] }, 2],
  ['GET', 'show', named, 2],
  ['GET', 'get', { ...named, partId: '2' }, 2],
  ['GET', 'attachments', named, 4],
  ['GET', 'viewsource', named, 2],
  ['GET', 'compose', { ...named, mode: 'reply' }, 2],
  ['GET', 'compose', { ...named, mode: 'forward' }, 2],
  ['GET', 'compose', { mailbox: 'INBOX', uids: [7, 8, 9], mode: 'attach' }, 3],
  ['GET', 'uids', { mailbox: 'INBOX' }, 1],
  ['GET', 'uids', { mailbox: 'INBOX', ends: [7, 9] }, 1],
  ['GET', 'recipients', {}, 2],
  ['GET', 'folder-size', { mailbox: 'Work' }, 2],
  ['GET', 'keep-alive', { asksMail: true }, 1],
  ['POST', 'mark', { ...acted, flag: 'flagged' }, 3],
  ['POST', 'move', { ...acted, target: 'Archive' }, 3],
  ['POST', 'copy', { ...acted, target: 'Archive' }, 3],
  ['POST', 'delete', { ...acted, isPermanent: false }, 3],
  ['POST', 'delete', { ...acted, isPermanent: true }, 3, 'permanently'],
  ['POST', 'expunge', { mailbox: 'INBOX' }, 3],
  ['POST', 'purge', { mailbox: 'Trash' }, 4],
  ['POST', 'subscribe-folder', { path: 'Work', isSubscribed: false }, 4],
  ['POST', 'create-folder', { name: 'New', parent: null }, 6],
  ['POST', 'rename-folder', { path: 'Work', name: 'New', parent: null }, 7],
  ['POST', 'delete-folder', { path: 'Work', isPermanent: true }, 8],
  ['POST', 'send', { ...letter, isDraft: true }, 2, 'of a draft'],
  ['POST', 'send', letter, 2],
  ['POST', 'send', { ...letter, ...forwarded }, 4, 'that forwards two files'],
]

for (const [method, name, input, trips, what] of rows) {
  const title = `${name} ${what ?? JSON.stringify(input)} takes ${trips} round trips`
  test(title, async (t) => {
    const server = await startScriptedImap(t, farServer())
    const { accounts } = openEngine(t, server)
    await accounts.signIn(someone, '192.0.2.1', patient)
    const account = accounts.account(someone, '192.0.2.1')
    const limits = { ...fakeContext().context.limits, messageBytes: 10_000 }
    const { context } = fakeContext({ account, limits })
    const run = async (verb: 'GET' | 'POST', action: string, given: typeof input) => {
      const found = findAction('mail', action, verb)
      if (found === undefined) throw new Error(`no action ${action}`)
      const result = await found.run(found.input.parse(given), context)
      if (result.kind === 'stream') await buffer(result.stream)
    }
    await run('GET', 'folders', {})
    await run('GET', 'list', { mailbox: 'INBOX' })
    const before = server.trips().length

    await run(method, name, input)

    const made = server.trips().slice(before)
    t.is(made.length, trips, made.map((names) => names.join('+')).join(' | '))
  })
}

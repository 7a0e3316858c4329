import { buffer } from 'node:stream/consumers'
import test from 'ava'
import { actions, findAction } from '../../../plugin/actions/index.ts'
import { decodeInput } from '../../../plugin/wire/dialect.ts'
import { farServer } from '../../support/imap/far-server.ts'
import { openEngine, patient } from '../../proxy/mail/engine.ts'
import { startScriptedImap } from '../../support/imap/scripted-imap.ts'
import { fakeContext } from '../../support/actions/fake-context.ts'
import { parametersOf } from './parameters.ts'

// At a mail server far away each round trip of an act is time that somebody waits.

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }
const named = { _mbox: 'INBOX', _uid: '7' }
const letter = {
  _to: 'somebody@example.test',
  _subject: 'Hello',
  _message: 'Hello',
  _compose_id: '0123456789abcdef',
}

const forwarded = { _source_mbox: 'INBOX', _source_uid: '7', _forward_parts: '2,3' }

const rows: readonly (readonly [
  method: 'GET' | 'POST',
  name: string,
  fields: Readonly<Record<string, string>>,
  trips: number,
  what?: string,
])[] = [
  ['GET', 'list', { _mbox: 'INBOX' }, 1],
  ['GET', 'list', { _mbox: 'Work' }, 2, 'of a mailbox that was not open'],
  ['GET', 'list', { _mbox: 'INBOX', _sort: 'subject_ASC' }, 2, 'in another order'],
  ['GET', 'list', { _mbox: 'INBOX', _threads: '1' }, 2, 'in threads'],
  ['GET', 'folders', {}, 2],
  ['GET', 'getunread', {}, 1],
  ['POST', 'refresh', { _mbox: 'INBOX', _list: '1', _folderlist: '1' }, 1],
  ['POST', 'check-recent', { _mbox: 'INBOX', _list: '1', _folderlist: '1' }, 2],
  ['GET', 'previews', { _mbox: 'INBOX', _uid: '7,8,9' }, 2],
  ['GET', 'show', named, 2],
  ['GET', 'get', { ...named, _part: '2' }, 2],
  ['GET', 'attachments', named, 4],
  ['GET', 'viewsource', named, 2],
  ['GET', 'compose', { ...named, _mode: 'reply' }, 2],
  ['GET', 'compose', { ...named, _mode: 'forward' }, 2],
  ['GET', 'compose', { _mbox: 'INBOX', _uid: '7,8,9', _mode: 'attach' }, 3],
  ['GET', 'uids', { _mbox: 'INBOX' }, 1],
  ['GET', 'uids', { _mbox: 'INBOX', _ends: '7,9' }, 1],
  ['GET', 'recipients', {}, 2],
  ['GET', 'folder-size', { _mbox: 'Work' }, 2],
  ['GET', 'keep-alive', { _mail: '1' }, 1],
  ['POST', 'mark', { ...named, _flag: 'flagged' }, 3],
  ['POST', 'move', { ...named, _target_mbox: 'Archive' }, 3],
  ['POST', 'copy', { ...named, _target_mbox: 'Archive' }, 3],
  ['POST', 'delete', named, 3],
  ['POST', 'delete', { ...named, _forever: '1' }, 3, 'for good'],
  ['POST', 'expunge', { _mbox: 'INBOX' }, 3],
  ['POST', 'purge', { _mbox: 'Trash' }, 4],
  ['POST', 'subscribe-folder', { _mbox: 'Work', _subscribed: '0' }, 4],
  ['POST', 'create-folder', { _name: 'New' }, 6],
  ['POST', 'rename-folder', { _mbox: 'Work', _name: 'New' }, 7],
  ['POST', 'delete-folder', { _mbox: 'Work', _forever: '1' }, 8],
  ['POST', 'send', { ...letter, _draft: '1' }, 2, 'of a draft'],
  ['POST', 'send', letter, 2],
  ['POST', 'send', { ...letter, ...forwarded }, 4, 'that forwards two files'],
]

for (const [method, name, fields, trips, what] of rows) {
  const title = `${name} ${what ?? Object.values(fields).join(' ')} takes ${trips} round trips`
  test(title, async (t) => {
    const server = await startScriptedImap(t, farServer())
    const { accounts } = openEngine(t, server)
    await accounts.signIn(someone, '192.0.2.1', patient)
    const account = accounts.account(someone, '192.0.2.1')
    const limits = { ...fakeContext().context.limits, messageBytes: 10_000 }
    const { context } = fakeContext({ account, limits })
    const run = async (verb: 'GET' | 'POST', action: string, given: typeof fields) => {
      const found = findAction('mail', action, verb)
      if (found === undefined) throw new Error(`no action ${action}`)
      const input = decodeInput(found, parametersOf(given), { wire: 'native' })
      const result = await actions[found].run(input, context)
      if (result.kind === 'stream') await buffer(result.stream)
    }
    await run('GET', 'folders', {})
    await run('GET', 'list', { _mbox: 'INBOX' })
    const before = server.trips().length

    await run(method, name, fields)

    const made = server.trips().slice(before)
    t.is(made.length, trips, made.map((names) => names.join('+')).join(' | '))
  })
}

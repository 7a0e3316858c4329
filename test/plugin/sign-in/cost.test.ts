import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readAdminEndpoint } from '../../../plugin/admin/endpoint-file.ts'
import { lockDatabase } from '../../support/database/lock.ts'
import { eventually } from '../../support/database/rows.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startImapRelay } from '../../support/dovecot/imap-relay.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { startPostern, type Postern, type PosternOptions } from '../../support/postern/postern.ts'

// What a sign-in asks of others, counted: the processor it costs is measured by `npm run bench -- --only login`.

/** Two transactions, each in the spool and in its copy, and eight reads. */
const MOST_STATEMENTS = 36
/** Sums of rows, request token, names of documents, and keys of what is sealed. */
const MOST_HASHES = 26

/** As the form's script submits it: the response is the page, with the list of the inbox. */
const AS_PAGE = { form: { _answer: 'page' }, headers: { accept: 'text/html' } }

test('a sign-in with page and list is one IMAP connection and few commands', async (t) => {
  const { dovecot, postern, commands } = await openGateway(t)
  await dovecot.deliver(dovecot.userName(1), { raw: 'Subject: one\r\n\r\ntext' })
  const client = createWebmailClient(postern.base())

  const page = await client.submitSignIn(dovecot.userName(1), dovecot.password, AS_PAGE)

  t.is(page.status, 200)
  t.deepEqual(commands.map(nameOf), [
    'ID',
    'AUTHENTICATE',
    'ID',
    'NAMESPACE',
    'LIST',
    'SELECT',
    'LIST',
    'STATUS',
    'NOOP',
    'UID SEARCH',
    'STATUS',
    'UID SORT',
    'UID FETCH',
  ])
})

test('a sign-in is one transaction of the spool, and its form another', async (t) => {
  const { dovecot, postern } = await openGateway(t)
  const user = dovecot.userName(1)
  await createWebmailClient(postern.base()).submitSignIn(user, dovecot.password, AS_PAGE)
  await eventually(
    () => metric(postern, 'postern_spool_depth'),
    (depth) => depth === 0,
  )
  // Nothing is drained meanwhile, which would be transactions as well.
  const lock = await lockDatabase(join(postern.directory, 'postern.db'))
  t.teardown(() => lock.release())
  const before = await metric(postern, 'postern_spool_commit_seconds_count')

  const client = createWebmailClient(postern.base())
  const page = await client.submitSignIn(user, dovecot.password, AS_PAGE)

  t.is(page.status, 200)
  t.is((await metric(postern, 'postern_spool_commit_seconds_count')) - before, 2)
})

test('a sign-in with form, page and list hands few statements to SQLite, and hashes little', async (t) => {
  const traced = join(await temporaryDirectory(t), 'calls')
  const { dovecot, postern } = await openGateway(t, {
    nodeArgs: ['--import', new URL('../../support/process/traced-calls.mjs', import.meta.url).href],
    env: { TRACED_CALLS: traced },
  })
  const user = dovecot.userName(1)
  await createWebmailClient(postern.base()).submitSignIn(user, dovecot.password, AS_PAGE)
  const lock = await lockDatabase(join(postern.directory, 'postern.db'))
  t.teardown(() => lock.release())
  await writeFile(traced, '')

  const client = createWebmailClient(postern.base())
  const page = await client.submitSignIn(user, dovecot.password, AS_PAGE)

  t.is(page.status, 200)
  const calls = (await readFile(traced, 'utf8')).split('\n')
  // What is drained meanwhile, over and over while the database is locked, belongs to no sign-in.
  const statements = calls.filter((call) =>
    /^statement (?!of the database)(?!.*(?:SET|WHERE) drained = )/.test(call),
  )
  t.true(statements.length <= MOST_STATEMENTS, statements.join('\n'))
  const hashes = calls.filter((call) => call.startsWith('hash '))
  t.true(hashes.length <= MOST_HASHES, hashes.join('\n'))
  t.deepEqual(
    calls.filter((call) => /scrypt|pbkdf2/.test(call)),
    [],
  )
})

async function openGateway(
  t: ExecutionContext,
  options: Pick<PosternOptions, 'nodeArgs' | 'env'> = {},
) {
  const dovecot = await startDovecot({ t, users: 1 })
  const commands: string[] = []
  const relay = await startImapRelay(t, {
    host: dovecot.host,
    port: dovecot.port,
    cuts: (piece) => {
      commands.push(...piece.split('\r\n').filter((line) => line !== ''))
      return false
    },
  })
  const postern = await startPostern({ ...options, t, mail: relay })
  return { dovecot, postern, commands }
}

/** `P3 UID FETCH 1 (UID)` is `UID FETCH`. */
function nameOf(command: string): string {
  return /^\S+ (UID \S+|\S+)/.exec(command)?.[1] ?? command
}

async function metric({ directory }: Postern, name: string): Promise<number> {
  const endpoint = await readAdminEndpoint(directory)
  if (endpoint === undefined) throw new Error('no private listener')
  const lines = (await (await fetch(`${endpoint.address}/metrics`)).text()).split('\n')
  return Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
}

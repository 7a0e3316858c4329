import { join } from 'node:path'
import test from 'ava'
import { databaseRows, eventually } from '../../support/database/rows.ts'
import { dumpSchema, runAsOtherProgram } from '../../support/database/schema.ts'
import { createWebmailClient, type WebmailClient } from '../../support/http/webmail-client.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { makeRoundcubeTables } from '../../support/roundcube/roundcube-database.ts'
import { startRoundcubeOnPostern } from '../../support/session-endpoint/roundcube-on-postern.ts'
import { postern } from '../cli/command-line.ts'

/** Whether a browser is signed in. A request that fails says nothing. */
async function isSignedIn(browser: WebmailClient): Promise<boolean> {
  const { text } = await eventually(
    () => browser.get('?_task=mail&_action=list&_mbox=INBOX&_remote=1'),
    ({ status }) => status === 200,
  )
  return !text.includes('session_error')
}

test('an unmodified Roundcube signs in, lists, signs out and signs in again from that page', async (t) => {
  const { dovecot, roundcube, browser } = await startRoundcubeOnPostern(t, { mail: { users: 2 } })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 3)
  const anna = browser()

  await anna.signIn(user, dovecot.password)
  const { uids } = await anna.list('INBOX')
  const id = anna.cookies.get('roundcube_sessid') ?? ''
  const rows = () =>
    databaseRows(roundcube.database, `SELECT vars FROM session WHERE sess_id = '${id}'`)
  const [row] = await eventually(rows, (found) => found.length > 0)
  const page = await anna.get(`?_task=logout&_token=${anna.token()}`)
  const isOut = !(await isSignedIn(browser()))
  const leftBehind = { ...anna, ...browser() }
  for (const [name, value] of anna.cookies) leftBehind.cookies.set(name, value)
  const form = { _task: 'login', _action: 'login', _token: anna.token() }
  const fields = { _timezone: 'UTC', _user: user, _pass: dovecot.password }
  const again = await anna.post('?_task=login', { ...form, ...fields })

  t.is(uids.length, 3)
  t.regex(Buffer.from(String(row?.['vars']), 'base64').toString(), /username\|s:\d+:"user0001/)
  t.true(page.text.includes('_user'))
  t.true(isOut)
  t.is(again.status, 302)
  t.true(await isSignedIn(anna))
  t.false(await isSignedIn(leftBehind))
})

test('a kill of Postern, and one of all of PHP, signs no one out', async (t) => {
  const here = await startRoundcubeOnPostern(t, { mail: { users: 2 } })
  const anna = here.browser()
  await anna.signIn(here.dovecot.userName(1), here.dovecot.password)

  await here.killPostern()
  t.true(await isSignedIn(anna))
  await here.roundcube.restartPhp()
  t.true(await isSignedIn(anna))
})

test('a request while Postern is away fails, and is not taken for a sign-out', async (t) => {
  const here = await startRoundcubeOnPostern(t, { mail: { users: 2 } })
  const anna = here.browser()
  await anna.signIn(here.dovecot.userName(1), here.dovecot.password)

  await here.postern().kill()
  const failed = await anna.get('?_task=mail&_action=list&_mbox=INBOX&_remote=1')
  await here.killPostern()

  t.is(failed.status, 500)
  t.true(await isSignedIn(anna))
})

test('users who are signed in stay so when Roundcube starts and ends to keep its sessions with us', async (t) => {
  const here = await startRoundcubeOnPostern(t, { mail: { users: 3 } })
  const { roundcube, dovecot, settings } = here
  await roundcube.configure(settings.inItsTable)
  await roundcube.restartPhp()
  const before = here.browser()
  await before.signIn(dovecot.userName(1), dovecot.password)

  await roundcube.configure(settings.onRedisProtocol)
  await roundcube.restartPhp()
  t.true(await isSignedIn(before))
  const during = here.browser()
  await during.signIn(dovecot.userName(2), dovecot.password)
  await here.postern().end()
  await roundcube.configure(settings.inItsTable)
  await roundcube.restartPhp()

  t.true(await isSignedIn(before))
  t.true(await isSignedIn(during))
})

test("Roundcube's schema and users are its own while Postern shares its database, and it works on after a removal", async (t) => {
  const pristine = `sqlite:${join(await temporaryDirectory(t), 'pristine.db')}`
  await makeRoundcubeTables(pristine, '1.6')
  // Roundcube does so itself, with every connection.
  await runAsOtherProgram(pristine, 'PRAGMA journal_mode = WAL')
  const here = await startRoundcubeOnPostern(t, { mail: { users: 3 } })
  const { roundcube, dovecot, settings } = here
  const url = `sqlite:${roundcube.database}`
  const [anna, bert] = [here.browser(), here.browser()]
  await anna.signIn(dovecot.userName(1), dovecot.password)
  await createWebmailClient(here.postern().base()).signIn(dovecot.userName(2), dovecot.password)
  await eventually(
    () => databaseRows(roundcube.database, 'SELECT username FROM postern_user'),
    (rows) => rows.length > 0,
  )

  const users = await databaseRows(roundcube.database, 'SELECT username FROM users')
  await here.postern().end()
  await roundcube.configure(settings.inItsTable)
  await roundcube.restartPhp()
  const config = join(here.postern().directory, 'postern.json')
  const { output } = await postern(['database', 'remove-tables', '--yes', '--config', config])

  t.deepEqual(users, [{ username: dovecot.userName(1) }])
  t.regex(output, /^dropped postern_document, /)
  t.is(await dumpSchema(url), await dumpSchema(pristine))
  t.true(await isSignedIn(anna))
  await bert.signIn(dovecot.userName(3), dovecot.password)
  t.true(await isSignedIn(bert))
})

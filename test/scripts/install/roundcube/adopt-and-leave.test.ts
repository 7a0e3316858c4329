import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import {
  createMailLife,
  fillMessyMailbox,
  messySettings,
} from '../../../support/accelerator/messy-mailbox.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { createWebmailClient, type WebmailClient } from '../../../support/http/webmail-client.ts'
import { startDebianRoundcube } from '../../../support/install/debian-roundcube.ts'
import { shellBlocks } from '../../../support/install/document-commands.ts'
import { shareServers, startMachine, unhurried } from '../../../support/install/machine.ts'
import { newerRelease } from '../../../support/install/packaged-release.ts'
import { isRoundcubeSignedIn } from '../../../support/install/roundcube-site.ts'
import { startRoundcubeUse, type RoundcubeUse } from '../../../support/install/roundcube-use.ts'
import {
  createThrowAwayRoot,
  realRootSettings,
  type ThrowAwayRoot,
} from '../../../support/install/throw-away-root.ts'
import { freePort } from '../../../support/process/free-port.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import { seededRandom } from '../../../support/random.ts'

// A Roundcube in use takes Postern in by the commands of the guide, lives with it, and is left by it.

const shared = shareServers(test)
const GUIDE = 'plugin/docs/admin-guide.md'
const SECRETS = '/etc/postern/secrets'
const USERS = isLong ? 6 : 3
/** How often each of what happens without Postern as well. */
const TIMES = isLong ? 30 : 2

/** Of a session, in Roundcube's own minutes: longer than all of it, also for who requests nothing meanwhile. */
const LIFETIME_MINUTES = 60

/** Short enough to be waited for; Roundcube changes the cookie of a session in use twice in this time. */
const SHORT_LIFETIME_MINUTES = 2

test('a Roundcube in use takes Postern in, lives with it and is left by it, and is as before', async (t) => {
  t.timeout(1_800_000)
  const site = await roundcubeInUse(t, LIFETIME_MINUTES)
  const { root, roundcube, people: users, leaving, idle } = site
  const before = await pictureOf(site)
  const use = startRoundcubeUse(users)
  t.teardown(() => use.stop())
  const goesOn = async (what: string, { isReloaded = false } = {}) => {
    await use.everybodyOften()
    const all = use.failures()
    // The web server was told to read its lines again, as in the control.
    const failures = isReloaded ? all.filter((failure) => !LET_GO.test(failure)) : all
    if (all.length > failures.length) t.log(`${what}: ${all.length} let go by the web server`)
    if (failures.length > 0) t.log(await root.run('sh', '-c', `${LOGS} || true`))
    t.deepEqual(failures, [], what)
  }
  await goesOn('before')
  await countControl(t, site, use, 'without Postern')

  await adopt(site)
  await goesOn('adopted', { isReloaded: true })
  await countControl(t, site, use, 'with Postern')
  t.true(use.answeredByPostern() > 0)
  await leaving.get(`?_task=logout&_token=${leaving.token()}`)
  for (const [what, happens] of isLong ? Object.entries(month(t, site, use)) : []) {
    await happens()
    await goesOn(what)
  }
  const contact = await saveContact(site)
  await leave(site)
  await goesOn('left', { isReloaded: true })
  await use.stop()

  await roundcube.runTimer('gc.sh')
  for (const user of [...users, idle]) t.true(await isRoundcubeSignedIn(user))
  t.false(await isRoundcubeSignedIn(leaving))
  const after = await pictureOf(site)
  t.deepEqual(after.files, before.files)
  t.is(after.schema, before.schema)
  const isSaved = (row: string) => row.includes(contact)
  t.deepEqual(
    after.rows.filter((row) => !isSaved(row)),
    before.rows,
  )
  t.is(after.rows.filter(isSaved).length, 1)
  t.is(await roundcube.asPhp('PRAGMA integrity_check'), 'ok\n')
  await t.throwsAsync(root.run('id', 'postern'))
})

const testIfLong = isLong ? test : test.skip
testIfLong(
  'a session that is not used expires at the time of Roundcube, and one in use does not, with Postern as without it',
  async (t) => {
    t.timeout(1_800_000)
    const site = await roundcubeInUse(t, SHORT_LIFETIME_MINUTES)
    const { root, roundcube, people: users, signIn } = site
    const signedInAfterwards = async (idle: WebmailClient) => {
      const use = startRoundcubeUse(users)
      t.teardown(() => use.stop())
      await wait(2.5 * SHORT_LIFETIME_MINUTES * 60_000)
      await use.stop()
      const failures = use.failures()
      if (failures.length > 0) t.log(await root.run('sh', '-c', `${LOGS} || true`))
      t.deepEqual(failures, [])
      await roundcube.runTimer('gc.sh')
      const active = await Promise.all(users.map(isRoundcubeSignedIn))
      return { active, idle: await isRoundcubeSignedIn(idle) }
    }
    const expected = { active: users.map(() => true), idle: false }

    t.deepEqual(await signedInAfterwards(site.idle), expected, 'without Postern')
    await adopt(site)
    t.deepEqual(await signedInAfterwards(await signIn(USERS + 2)), expected, 'with Postern')
  },
)

type Site = Awaited<ReturnType<typeof roundcubeInUse>>

/** A booted root with Debian's Roundcube, in which some have signed in and none has heard of Postern. */
async function roundcubeInUse(t: ExecutionContext, lifetimeMinutes: number) {
  const dovecot = await startDovecot({ t, settings: messySettings['.'] })
  const [front, postern, roundcubePort, panel, sessions] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const root = await createThrowAwayRoot(t, { hasSystemd: true, packagesOf: shared.release })
  const roundcube = await startDebianRoundcube(root, {
    imapPort: dovecot.port,
    ports: { front, postern, roundcube: roundcubePort, panel },
    settings: `$config['session_lifetime'] = ${lifetimeMinutes};\n$config['login_rate_limit'] = 0;\n`,
  })
  const machine = await startMachine(t, shared, {
    ...realRootSettings,
    database: { ...realRootSettings.database, url: `sqlite:${roundcube.database}` },
    listen: { host: '127.0.0.1', port: postern },
    panel: {
      adapter: 'http',
      trustedProxies: ['127.0.0.1'],
      http: { authUrl: `http://127.0.0.1:${panel}/webmail-auth` },
    },
    webmail: {
      app: 'roundcube',
      mode: 'accelerate',
      upstream: `http://127.0.0.1:${roundcubePort}`,
      sessions: { host: '127.0.0.1', port: sessions, lifetimeMs: lifetimeMinutes * 60_000 },
    },
    imap: { host: dovecot.host, port: dovecot.port },
  })
  const signIn = async (user: number): Promise<WebmailClient> => {
    await fillMessyMailbox(dovecot, dovecot.userName(user), '.')
    const sourceUser = createWebmailClient(roundcube.script)
    sourceUser.cookies.set('webmailsession', randomBytes(16).toString('hex'))
    await sourceUser.signIn(dovecot.userName(user), dovecot.password)
    t.true(await isRoundcubeSignedIn(sourceUser))
    return sourceUser
  }
  const users: WebmailClient[] = []
  for (let user = 1; user <= USERS; user += 1) users.push(await signIn(user))
  const [leaving, idle] = [await signIn(USERS + 1), await signIn(USERS + 2)]
  return { root, roundcube, machine, dovecot, people: users, leaving, idle, signIn }
}

/** As the guide says it, one after the other: sessions, key and configuration, plugin, and the web server at last. */
async function adopt({ root, roundcube, machine }: Site): Promise<void> {
  await root.run(
    join(machine.release, 'scripts/install'),
    ...['--panel', 'generic', '--config', machine.configFile, ...unhurried],
  )
  const key = /des_key'\] = '([^']+)'/.exec(await root.run('cat', '/etc/roundcube/config.inc.php'))
  await root.write(`${SECRETS}/webmail-des-key.secret`, `${key?.[1] ?? ''}\n`, '600')
  await root.run('chown', 'postern:', `${SECRETS}/webmail-des-key.secret`)
  await follow(root, '### Debian and Ubuntu')
  await follow(root, '### The plugin in Roundcube')
  await roundcube.putInFront('postern')
}

/** The web server first, then Postern. */
async function leave({ root, roundcube }: Site): Promise<void> {
  await roundcube.putInFront('roundcube')
  await root.run('/opt/postern/current/scripts/uninstall', '--purge', '--yes')
}

/** Runs the blocks for a shell below a heading of the guide; the packages they install are on this machine. */
async function follow(root: ThrowAwayRoot, heading: string): Promise<void> {
  for (const block of await shellBlocks(GUIDE, heading)) {
    await root.run('sh', '-e', '-c', block.replaceAll(/^apt-get .*$/gm, ''))
  }
}

/** What happens with and without Postern: it must cost no other requests than those of which PHP or the web server has let go. */
async function countControl(
  t: ExecutionContext,
  { root }: Site,
  use: RoundcubeUse,
  how: string,
): Promise<void> {
  const events = {
    'reloads of the web server': ['reload', 'nginx.service'],
    'restarts of PHP': ['restart', 'php8.2-fpm.service'],
  }
  for (const [what, command] of Object.entries(events)) {
    const before = use.requests()
    for (let time = 0; time < TIMES; time += 1) {
      await root.run('systemctl', 'reset-failed')
      await root.run('systemctl', ...command)
      await use.everybodyOften()
    }
    const failures = use.failures()
    t.log(`${TIMES} ${what}, ${how}: ${failures.length} of ${use.requests() - before} failed`)
    t.deepEqual(
      failures.filter((failure) => !LET_GO.test(failure)),
      [],
      `${what}, ${how}`,
    )
  }
}

/** Of PHP or the web server nothing came, which it says, Postern says (502), or the closed connection (plugin/docs/admin-guide.md). */
const LET_GO =
  /: 50[24] (?:<html>|<!doctype html>)|: TypeError: fetch failed (?:other side closed|read ECONNRESET)/

/** What happens in a month, in its order. */
function month(
  t: ExecutionContext,
  { root, roundcube, machine, dovecot }: Site,
  use: RoundcubeUse,
): Readonly<Record<string, () => Promise<void>>> {
  const names = Array.from({ length: USERS }, (_, index) => dovecot.userName(index + 1))
  const life = createMailLife(dovecot, names, seededRandom(7))
  return {
    mail: async () => {
      for (let turn = 0; turn < 30; turn += 1) {
        await life.deliver()
        await life.change()
      }
    },
    restarts: async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        await root.run('systemctl', 'reset-failed', 'postern.service')
        await root.run('systemctl', 'restart', 'postern.service')
        await use.everybodyOften()
      }
    },
    'a kill': async () => {
      await root.run('systemctl', 'kill', '--signal=KILL', 'postern.service')
      await use.everybodyOften()
      const failures = use.failures()
      t.log(`a kill: ${failures.length} failed`)
      // What it was answering; the others wait for the next start.
      t.true(failures.length <= USERS, failures.join('\n'))
    },
    'a rotation of logs': async () => {
      await root.run(
        'logrotate',
        '--force',
        '--state',
        '/run/logrotate',
        '/etc/logrotate.d/postern',
      )
    },
    'a rotation of keys': async () => {
      await root.run('postern', 'keys', 'rotate')
    },
    'an upgrade': async () => {
      const newer = await newerRelease(t, machine.release)
      await root.run(join(newer, 'scripts/install'), ...unhurried)
    },
    'a backup and its return': async () => {
      const [backUp = '', , restore = ''] = await shellBlocks(GUIDE, '### Back up and restore')
      await root.run('sh', '-e', '-c', backUp)
      await use.restDuring(async () => {
        await root.run('sh', '-e', '-c', restore)
      })
      await root.run('rm', '/var/backups/postern.backup')
    },
    'the timers of Roundcube': async () => {
      await roundcube.runTimer('gc.sh')
      await roundcube.runTimer('cleandb.sh')
    },
    'a repair': async () => {
      await root.run('/opt/postern/current/scripts/install', '--repair', ...unhurried)
    },
  }
}

/** Saves a contact at Roundcube, and resolves to its name. */
async function saveContact({ people: [user] }: Site): Promise<string> {
  const name = 'Robin Late'
  const form = { _token: user?.token() ?? '', _source: '0', _cid: '', _name: name }
  await user?.post('?_task=addressbook&_action=save&_framed=1', {
    ...form,
    '_email[]': 'robin@example.test',
  })
  return name
}

/** Everything of others: files that are not as on this machine, with owner, mode and hash; the schema; rows. */
async function pictureOf({ root, roundcube }: Site) {
  const paths = (await root.changes()).filter((path) => !WRITTEN_BY_OTHERS.test(path))
  const files = await root.run('sh', '-c', PORTRAIT, 'sh', roundcube.database, ...paths)
  const dump = await roundcube.asPhp('.dump')
  const rows = dump.split(/\n(?=INSERT INTO )/).filter((row) => row.startsWith('INSERT INTO '))
  const users = 'SELECT user_id, username, mail_host, created, language FROM users'
  return {
    files: files.split('\n').toSorted(),
    schema: await roundcube.asPhp('.schema'),
    rows: [
      ...rows.filter((row) => !WRITTEN_BY_ROUNDCUBE.test(row)),
      ...(await roundcube.asPhp(users)).split('\n'),
    ].toSorted(),
  }
}

/** Files that Roundcube, PHP and nginx write all the time. */
const WRITTEN_BY_OTHERS =
  /^\/var\/log\/(?:nginx|roundcube|php8|alternatives)|^\/var\/lib\/(?:roundcube\/temp|nginx|php)/

/** What there is to read when something fails. */
const LOGS =
  'tail -n 20 /var/log/nginx/error.log /var/log/roundcube/errors.log /var/log/postern/error.log /var/log/php8.2-fpm.log'

/** Sessions and caches; of users the time of their sign-in and what their page had remembered. */
const WRITTEN_BY_ROUNDCUBE = /^INSERT INTO (?:session|cache\w*|users) /

/** Of the database owner and mode: what is in it is compared by its rows. */
const PORTRAIT = `database=$1; shift
for path; do
  test -e "$path" -o -L "$path" || { echo "$path is gone"; continue; }
  find "$path" -printf '%p %y %m %U:%G %l\\n'
  find "$path" -type f ! -path "$database*" -exec sha256sum {} +
done`

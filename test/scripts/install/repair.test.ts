import { lstat, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { install } from '../../../scripts/install/install.ts'
import { parseInstallerArguments } from '../../../scripts/install/machine/options.ts'
import { startDovecot, type Dovecot } from '../../support/dovecot/dovecot.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { listTree } from '../../support/install/file-tree.ts'
import { fillPanelFolders } from '../../support/install/panel-folders.ts'
import { smallRelease } from '../../support/install/small-release.ts'

/** Made once: they come back as others, under other names, and are the administrator's to exchange. */
const generated = 'etc/postern/secrets/'

/** Files that other programs read, and that an administrator may adjust. */
const adjustable = /^etc\/(logrotate\.d|fail2ban\/(filter|jail)\.d|chkserv\.d)\/postern(\.conf)?$/

/** The administrator's: it stays as it is, and no one else knows what was in it. */
const configuration = 'etc/postern/postern.json'

/** Postern's to write. */
const errorLog = 'var/log/postern/error.log'

/** What was installed, and how it is removed. */
const record = 'opt/postern/state.json'

let dovecot: Dovecot
test.before(async () => {
  dovecot = await startDovecot()
})
test.after.always(() => dovecot.stop())

/** An installation on a host like cPanel's with systemd, fail2ban and logrotate, that was not started. */
async function installed(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  const prefix = join(directory, 'root')
  await mkdir(prefix)
  await fillPanelFolders(prefix)
  const before = await listTree(prefix)
  const config = join(directory, 'postern.json')
  const settings = {
    imap: { host: dovecot.host, port: dovecot.port },
    listen: { unix: join(prefix, 'run/postern/postern.sock') },
    private: null,
    panel: { adapter: 'http', http: { authUrl: 'http://127.0.0.1:9/' } },
  }
  await writeFile(config, JSON.stringify(settings))
  const release = await smallRelease(t)
  const run = (...args: readonly string[]) => {
    const options = parseInstallerArguments('install', [
      ...['--prefix', prefix, '--no-start', ...args],
    ])
    if (options?.command !== 'install') throw new Error('not understood')
    const { signal } = new AbortController()
    return install(options, { release, signal, now: Date.now, writeLine: () => undefined })
  }
  const { outcome } = await run('--config', config)
  if (outcome !== 'done') throw new Error(outcome)
  const tree = await listTree(prefix)
  return { prefix, tree, positioned: placedFiles(before, tree), repair: () => run('--repair') }
}

/** New files and links outside the release, which has checksums of its own. */
function placedFiles(before: readonly string[], after: readonly string[]): readonly string[] {
  const names = (tree: readonly string[]) => tree.map((line) => line.split(' ')[0] ?? '')
  const known = new Set(names(before))
  return names(after).filter(
    (name) => !known.has(name) && !name.endsWith('/') && !name.startsWith('opt/postern/releases/'),
  )
}

/** Lines of the one listing that the other lacks; the record is rewritten by every run that changes something. */
function differences(one: readonly string[], other: readonly string[]): readonly string[] {
  const lines = [
    ...one.filter((line) => !other.includes(line)),
    ...other.filter((line) => !one.includes(line)),
  ]
  return lines.filter((line) => !line.startsWith(`${record} `))
}

test('every file that was removed comes back, or is requested', async (t) => {
  const { prefix, tree, positioned, repair } = await installed(t)
  t.true(positioned.length > 20, positioned.join('\n'))

  for (const name of positioned.filter((each) => !each.startsWith(generated))) {
    const path = join(prefix, name)
    const { mode } = await lstat(path)
    const content = await readFile(path).catch(() => '')
    await rm(path)

    const { outcome, findings } = await repair()

    if (name === configuration) {
      t.is(outcome, 'refused')
      t.true(findings.some(({ text }) => text.includes(name)))
    } else {
      t.is(outcome, name === record ? 'nothing to do' : 'done', name)
      t.is((await lstat(path)).mode, mode, name)
    }
    // What is generated comes back as another one: the next file is to be looked at as before.
    if (name === configuration || name.startsWith(generated))
      await writeFile(path, content, { mode })
    t.deepEqual(differences(await listTree(prefix), tree), [], name)
  }
})

test('every file that was altered comes back, or is told to be as a user made it', async (t) => {
  const { prefix, tree, positioned, repair } = await installed(t)

  for (const name of positioned.filter((each) => each !== record)) {
    const path = join(prefix, name)
    const content = await readFile(path).catch(() => '')
    await alter(path)
    const altered = await listTree(prefix)

    const { findings } = await repair()

    const isReported = findings.some(({ kind, text }) => kind === 'warning' && text.includes(path))
    t.is(isReported, adjustable.test(name), name)
    const isOthers = name === configuration || name === errorLog || name.startsWith(generated)
    const stays = isReported || isOthers
    t.deepEqual(differences(await listTree(prefix), stays ? altered : tree), [], name)
    if (stays) await writeFile(path, content)
  }
})

test('secrets that were removed are made again', async (t) => {
  const { prefix, tree, positioned, repair } = await installed(t)
  const secrets = positioned.filter((name) => name.startsWith(generated))
  for (const name of secrets) await rm(join(prefix, name))

  const { outcome } = await repair()

  const kinds = (listing: readonly string[]) =>
    listing
      .filter((line) => line.startsWith(generated))
      .map((line) => line.replace(/\d{8}T\d{9}|[0-9a-f]{64}/g, ''))
  t.is(outcome, 'done')
  t.is(secrets.length, 2)
  t.deepEqual(kinds(await listTree(prefix)), kinds(tree))
})

test("our line in another's file comes back", async (t) => {
  const { prefix, tree, repair } = await installed(t)
  const services = join(prefix, 'etc/chkserv.d/chkservd.conf')
  const text = await readFile(services, 'utf8')
  await writeFile(services, text.replace('postern:1\n', ''))

  await repair()

  t.deepEqual(differences(await listTree(prefix), tree), [])
})

test('a file of the release that was altered is named, and the package requested', async (t) => {
  const { prefix, repair } = await installed(t)
  await alter(join(prefix, 'opt/postern/current/dist/installer.js'))

  const { outcome, findings } = await repair()

  t.is(outcome, 'refused')
  t.true(findings.some(({ text }) => text.includes('dist/installer.js')))
})

/** A file gets a line that does no harm, a link another target. */
async function alter(path: string): Promise<void> {
  if ((await lstat(path)).isSymbolicLink()) {
    await rm(path)
    await symlink('elsewhere', path)
    return
  }
  await writeFile(path, '\n', { flag: 'a' })
}

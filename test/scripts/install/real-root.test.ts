import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { readManifest } from '../../../scripts/manifest/manifest.ts'
import { startMachine, unhurried, shareServers } from '../../support/install/machine.ts'
import {
  createThrowAwayRoot,
  realRootSettings as settings,
} from '../../support/install/throw-away-root.ts'

const shared = shareServers(test)
const strikeMidway = fileURLToPath(
  new URL('../../support/install/strike-midway.mjs', import.meta.url),
)

test.serial('as root: data that are kept belong to no one but root', async (t) => {
  const machine = await startMachine(t, shared, settings)
  const root = await createThrowAwayRoot(t, { packagesOf: shared.release })
  const install = join(machine.release, 'scripts/install')
  await root.run(install, '--panel', 'generic', '--config', machine.configFile, ...unhurried)

  await root.run(join(machine.release, 'scripts/uninstall'))

  t.deepEqual(await root.changes(), ['/var/lib/postern'])
  const owners = await root.run('find', '/var/lib/postern', '-printf', '%U:%G\n')
  t.deepEqual([...new Set(owners.trim().split('\n'))], ['0:0'])
})

test.serial(
  'as root: data that a removal was killed over belong to no one but root after the next one',
  async (t) => {
    const machine = await startMachine(t, shared, settings)
    const root = await createThrowAwayRoot(t, { packagesOf: shared.release })
    const install = join(machine.release, 'scripts/install')
    await root.run(install, '--panel', 'generic', '--config', machine.configFile, ...unhurried)
    const removal = [join(machine.release, 'dist/installer.js'), 'uninstall']
    // Before the first file gets another owner.
    const struck = ['STRIKE_AMONG=lchown', 'STRIKE_BEFORE=1']

    const program = [process.execPath, '--import', strikeMidway, ...removal]
    await t.throwsAsync(root.run('env', ...struck, ...program))
    await root.run(process.execPath, ...removal)

    t.deepEqual(await root.changes(), ['/var/lib/postern'])
    const owners = await root.run('find', '/var/lib/postern', '-printf', '%U:%G\n')
    t.deepEqual([...new Set(owners.trim().split('\n'))], ['0:0'])
  },
)

test.serial('as root: cPanel is told of Postern, and told again that it goes', async (t) => {
  const machine = await startMachine(t, shared, {
    ...settings,
    listen: { unix: '/run/postern/postern.sock', everyUser: true },
    panel: { adapter: 'shim' },
  })
  const root = await createThrowAwayRoot(t, { packagesOf: shared.release })
  await root.write('/usr/local/cpanel/version', '11.136.0.5\n')
  await root.write('/var/cpanel/webmail/webmail_roundcube.yaml', '---\n')
  await root.write('/etc/chkserv.d/chkservd.conf', 'imap:1\n')
  // Programs that only a cPanel host has: they write down what they were told, and what they could read.
  const recorder = '#!/bin/sh\necho "$(basename "$0") $*" $(ls "$1" 2>/dev/null) >> /root/told\n'
  for (const tool of ['scripts/install_plugin', 'scripts/uninstall_plugin', 'bin/manage_hooks']) {
    await root.write(`/usr/local/cpanel/${tool}`, recorder, '755')
  }
  const before = await root.changes()

  await root.run(
    join(machine.release, 'scripts/install'),
    '--config',
    machine.configFile,
    ...unhurried,
  )

  const entry = await root.run('cat', '/var/cpanel/webmail/webmail_postern.yaml')
  t.regex(entry, /^url: '\/3rdparty\/postern\/index\.php'$/m)
  t.is(await root.run('cat', '/etc/chkserv.d/chkservd.conf'), 'imap:1\npostern:1\n')
  t.is((await root.run('stat', '-c', '%a', '/run/postern/postern.sock')).trim(), '666')

  await root.run('rm', '/var/cpanel/webmail/webmail_postern.yaml')
  await root.run('/opt/postern/current/scripts/after-panel-update')
  t.is(await root.run('cat', '/var/cpanel/webmail/webmail_postern.yaml'), entry)

  await root.run(join(machine.release, 'scripts/uninstall'), '--purge', '--yes')

  const registration = '/opt/postern/registration'
  const { hooks } = await readManifest(new URL('../../../plugin.manifest.json', import.meta.url))
  const reported = hooks.map(
    ({ category, event, stage, run }) =>
      `script /opt/postern/current/${run} --manual --category ${category} --event ${event} --stage ${stage}`,
  )
  const added = [
    `install_plugin ${registration} install.json postern.svg`,
    ...reported.map((hook) => `manage_hooks add ${hook}`),
  ]
  t.deepEqual((await root.run('cat', '/root/told')).trim().split('\n'), [
    ...added,
    ...added,
    ...reported.toReversed().map((hook) => `manage_hooks delete ${hook}`),
    `uninstall_plugin ${registration} install.json postern.svg`,
  ])
  await root.run('rm', '/root/told')
  t.deepEqual(await root.changes(), before)
})

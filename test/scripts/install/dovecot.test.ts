import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../../support/database/rows.ts'
import { shareServers, startMachine } from '../../support/install/machine.ts'
import { isLong } from '../../support/process/long-tests.ts'
import { createThrowAwayRoot, realRootSettings } from '../../support/install/throw-away-root.ts'

const shared = shareServers(test)
const ifLong = isLong ? test.serial : test.serial.skip

/** A machine whose Dovecot trusts another network already; it serves no one. */
async function rootWithDovecot(t: ExecutionContext) {
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { packagesOf: shared.release })
  const settings = [
    ...['protocols = none', 'ssl = no', 'log_path = /var/log/d.log'],
    ...['login_trusted_networks = 192.0.2.0/24', ''],
  ].join('\n')
  // Debian's package makes the certificate that this file names; here it was not configured.
  await root.write('/etc/dovecot/conf.d/10-ssl.conf', '')
  await root.write('/etc/dovecot/conf.d/96-local.conf', settings)
  const run = (program: string, ...args: readonly string[]) =>
    root.run(join(machine.release, 'scripts', program), ...args)
  return {
    root,
    install: (...args: readonly string[]) =>
      run('install', '--panel', 'generic', '--no-start', '--config', machine.configFile, ...args),
    uninstall: () => run('uninstall'),
    trusted: async () =>
      (await root.run('doveconf', '-h', 'login_trusted_networks')).trim().split(' '),
    reloads: async () =>
      (await root.run('cat', '/var/log/d.log')).split('reloading configuration').length - 1,
  }
}

const TRUSTED = ['192.0.2.0/24', '127.0.0.1/32', '::1/128']

test.serial(
  'as root: a running Dovecot trusts Postern after the installation, and no longer after the removal',
  async (t) => {
    const { root, install, uninstall, trusted, reloads } = await rootWithDovecot(t)
    await root.run('sh', '-c', 'dovecot > /dev/null 2>&1')

    await install('--dovecot', 'trust')

    t.deepEqual(await trusted(), TRUSTED)
    await eventually(reloads, (count) => count === 1)
    await install()
    t.deepEqual(await trusted(), TRUSTED)
    await uninstall()
    t.deepEqual(await trusted(), ['192.0.2.0/24'])
    await eventually(reloads, (count) => count === 2)
    await root.run('dovecot', 'stop')
  },
)

ifLong(
  'as root: a Dovecot that need not trust Postern any more, or that other lines keep from it, is as it was',
  async (t) => {
    const { root, install, trusted } = await rootWithDovecot(t)
    await install('--dovecot', 'trust')

    await install('--dovecot', 'none')

    t.deepEqual(await trusted(), ['192.0.2.0/24'])
    await root.write('/etc/dovecot/local.conf', 'login_trusted_networks = 10.0.0.0/8\n')
    t.like(await t.throwsAsync(install('--dovecot', 'trust')), { code: 4 })
    t.deepEqual(await trusted(), ['10.0.0.0/8'])
  },
)

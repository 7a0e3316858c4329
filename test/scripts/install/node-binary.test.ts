import { join } from 'node:path'
import test from 'ava'
import { startMachine, unhurried, shareServers } from '../../support/install/machine.ts'
import { createThrowAwayRoot, realRootSettings } from '../../support/install/throw-away-root.ts'

const shared = shareServers(test)

test('as root: the Node that is named to the installer runs the service, also after a repair', async (t) => {
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { hasSystemd: true, packagesOf: shared.release })
  const node = '/opt/node-of-postern/bin/node'
  await root.run('mkdir', '-p', '/opt/node-of-postern/bin')
  await root.run('cp', process.execPath, node)
  const install = join(machine.release, 'scripts/install')
  const nodeOfService = async () => {
    const pid = await root.run('systemctl', 'show', '--value', '--property=MainPID', 'postern')
    // The system tells it from outside of the root.
    const path = (await root.run('readlink', `/proc/${pid.trim()}/exe`)).trim()
    return path.slice(path.indexOf('/opt/'))
  }

  await root.run(
    ...['env', `NODE_BINARY=${node}`, install, '--panel', 'generic'],
    ...['--config', machine.configFile, ...unhurried],
  )
  t.is(await nodeOfService(), node)

  // A hook of a panel runs it without the variable.
  await root.run('rm', '/opt/postern/node', '/usr/local/bin/postern')
  await root.run('/opt/postern/current/scripts/install', '--repair', ...unhurried)
  await root.run('systemctl', 'restart', 'postern')
  t.is(await nodeOfService(), node)

  await root.run(install.replace(/install$/, 'uninstall'), '--purge', '--yes')
  await root.run('rm', '-r', '/opt/node-of-postern')
  t.deepEqual(await root.changes(), [])
})

import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startMachine, shareServers } from '../../support/install/machine.ts'
import {
  createThrowAwayRoot,
  realRootSettings,
  type ThrowAwayRoot,
} from '../../support/install/throw-away-root.ts'

const shared = shareServers(test)

/** A machine whose fail2ban has what its own jail for ssh reads. */
async function protectedRoot(t: ExecutionContext) {
  const machine = await startMachine(t, shared, realRootSettings)
  const root = await createThrowAwayRoot(t, { packagesOf: shared.release })
  await root.write('/var/log/auth.log', '')
  await root.run('fail2ban-client', '--test')
  const install = (...args: readonly string[]) =>
    root.run(join(machine.release, 'scripts/install'), '--panel', 'generic', '--no-start', ...args)
  return {
    root,
    install,
    firstInstall: () => install('--config', machine.configFile),
    release: machine.release,
  }
}

const jail = '/etc/fail2ban/jail.d/postern.conf'
const errorLog = '/var/log/postern/error.log'

test.serial('as root: fail2ban starts before Postern has written its first error', async (t) => {
  const { root, firstInstall } = await protectedRoot(t)

  await firstInstall()

  await t.notThrowsAsync(root.run('fail2ban-client', '--test'))
  t.is((await root.run('stat', '-c', '%U:%G %a', errorLog)).trim(), 'postern:postern 640')
  await root.run('fail2ban-client', 'start')
  t.regex(await root.run('fail2ban-client', 'status'), /Jail list:\s+postern, sshd/)
  await root.run('fail2ban-client', 'stop')
})

test.serial('as root: a running fail2ban has the jail after the installation', async (t) => {
  const { root, firstInstall, release } = await protectedRoot(t)
  await root.run('fail2ban-client', 'start')

  await firstInstall()

  t.regex(await root.run('fail2ban-client', 'status'), /Jail list:\s+postern, sshd/)
  await root.run(join(release, 'scripts/uninstall'))
  t.regex(await root.run('fail2ban-client', 'status'), /Jail list:\s+sshd\n/)
  await root.run('fail2ban-client', 'stop')
})

test.serial('as root: an installation that fail2ban cannot live with is rolled back', async (t) => {
  const { root, firstInstall } = await protectedRoot(t)
  await root.write('/etc/fail2ban/jail.local', '[postern]\nlogpath = /nowhere/error.log\n')

  const failure = await t.throwsAsync(firstInstall())

  t.like(failure, { code: 4 })
  t.regex(outputOf(failure), /problem: fail2ban-client --test failed: .*postern jail/)
  t.is(await findJail(root), '')
  await t.notThrowsAsync(root.run('fail2ban-client', '--test'))
})

test.serial(
  'as root: a fail2ban that was broken before is told, and no reason to stop',
  async (t) => {
    const { root, firstInstall } = await protectedRoot(t)
    await root.run('rm', '/var/log/auth.log')

    const output = await firstInstall()

    t.regex(output, /warn fail2ban: its own test fails already .*sshd jail/)
    t.not(await findJail(root), '')
  },
)

test.serial('as root: the doctor finds a jail without its log, and its advice helps', async (t) => {
  const { root, firstInstall } = await protectedRoot(t)
  await firstInstall()
  const examine = () =>
    root.run('sh', '-c', 'postern doctor --json --config /etc/postern/postern.json || true')
  t.regex(await examine(), /"fail2ban\.accepts"/)
  await root.run('rm', errorLog)

  const found = await examine()

  t.regex(found, /"fail2ban\.refuses"/)
  const advice = /run (\/\S+ --repair)/.exec(found)?.[1] ?? ''
  await root.run('sh', '-c', `${advice} --no-start`)
  t.regex(await examine(), /"fail2ban\.accepts"/)
})

/** Empty where there is no jail of ours. */
async function findJail(root: ThrowAwayRoot): Promise<string> {
  return (await root.run('sh', '-c', 'ls "$1" || true', 'sh', jail)).trim()
}

function outputOf(failure: unknown): string {
  return String(Reflect.get(Object(failure), 'stdout'))
}

import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { requestTokenOf } from '../../support/http/webmail-client.ts'
import { shellBlocks } from '../../support/install/document-commands.ts'
import { freshDebian } from '../../support/install/fresh-debian.ts'
import { packagedRelease } from '../../support/install/packaged-release.ts'
import { createThrowAwayRoot, type ThrowAwayRoot } from '../../support/install/throw-away-root.ts'
import { isLong } from '../../support/process/long-tests.ts'

/** A mailbox as an mbox file, which is what Debian's Dovecot serves. */
const MAIL =
  'From robin Mon Nov 23 02:00:00 2026\nFrom: a@example.test\nSubject: hello\n\nhello\n\n'

test.serial('who has only the README gets to an inbox behind nginx, and away again', async (t) => {
  const root = await createThrowAwayRoot(t, { hasSystemd: true, hasOwnNetwork: true })

  await followReadme(t, root, () => startServersOfDebian(root))
})

const ifLong = isLong ? test.serial : test.serial.skip
ifLong('the same from a fresh Debian 13, with the Node it has', async (t) => {
  t.timeout(1_800_000)
  const base = await freshDebian(t, ['systemd', 'systemd-sysv', 'curl', 'iproute2'])
  const root = await createThrowAwayRoot(t, { hasSystemd: true, hasOwnNetwork: true, base })

  await followReadme(t, root, async () => undefined)
})

/** Runs the lines of the README one by one, signs in as a browser does, and removes Postern by the README again. */
async function followReadme(
  t: ExecutionContext,
  root: ThrowAwayRoot,
  afterPackages: () => Promise<void>,
): Promise<void> {
  const { archive } = await packagedRelease()
  await root.show(dirname(archive), '/mnt')
  await root.run('cp', `/mnt/${basename(archive)}`, '/root')
  const startedAt = Date.now()

  const lines = await commandsOf('### Without a panel')
  const isOfApt = (line: string) => line.startsWith('apt-get ')
  t.true(lines.some(isOfApt))
  for (const line of lines.filter(isOfApt)) await root.runOnline(...shell(line))
  await afterPackages()
  for (const line of lines.filter((one) => !isOfApt(one))) await root.run(...shell(line))
  const [user = '', password = ''] = (/echo '(.+?)'/.exec(lines.join())?.[1] ?? '').split(':')
  await root.write(`/var/mail/${user}`, MAIL, '666')
  const inbox = await openInbox(root, user, password)

  t.log(`from the first line to the inbox in ${Math.round((Date.now() - startedAt) / 1_000)} s`)
  t.regex(inbox, /this\.add_message_row\(1,/)
  t.regex(inbox, /hello/)

  for (const line of await commandsOf('### Remove')) await root.run(...shell(line))
  await t.throwsAsync(root.run('stat', '/opt/postern'))
  await t.notThrowsAsync(root.run('stat', '/var/lib/postern/kept/postern.json'))
}

/** The lines for a shell below a heading of the README. */
async function commandsOf(heading: string): Promise<readonly string[]> {
  const blocks = await shellBlocks('README.md', heading)
  return blocks.flatMap((block) => block.split('\n')).filter((line) => line !== '')
}

function shell(line: string): readonly string[] {
  return ['env', 'HOME=/root', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-e', '-c', `cd\n${line}`]
}

/** What Debian does when it installs the packages, which are on this machine, with no unit a throw-away root knows. */
async function startServersOfDebian(root: ThrowAwayRoot): Promise<void> {
  const units = ['nginx.service', 'dovecot.service']
  for (const name of units) {
    const text = await readFile(`/usr/lib/systemd/system/${name}`, 'utf8')
    await root.write(`/etc/systemd/system/${name}`, text)
  }
  // An image of this machine may be without these files.
  await root.run('make-ssl-cert', 'generate-default-snakeoil', '--force-overwrite')
  for (const [made, name] of [
    ['certs/ssl-cert-snakeoil.pem', 'dovecot.pem'],
    ['private/ssl-cert-snakeoil.key', 'dovecot.key'],
  ] as const) {
    await root.run('ln', '-sf', `/etc/ssl/${made}`, `/etc/dovecot/private/${name}`)
  }
  await root.run('systemctl', 'daemon-reload')
  await root.run('systemctl', 'start', ...units)
}

/** Goes where a browser goes: the address of the server, the form, and the list it then requests. */
async function openInbox(root: ThrowAwayRoot, user: string, password: string): Promise<string> {
  const jar = ['--cookie', '/root/cookies', '--cookie-jar', '/root/cookies']
  const browse = (...args: readonly string[]) =>
    root.run('curl', '--silent', '--fail', '--insecure', '--location', ...jar, ...args)
  const [form = '', address = ''] = (
    await browse('--write-out', '\\n%{url_effective}', 'https://localhost/')
  ).split(/\n(?=https:\S+$)/)
  const fields = { _task: 'login', _action: 'login', _token: requestTokenOf(form) ?? '' }
  const filled = new URLSearchParams({ ...fields, _user: user, _pass: password })
  await browse('--data', filled.toString(), `${address}?_task=login`)
  return browse(`${address}?_task=mail&_action=list&_mbox=INBOX&_remote=1&_unlock=0`)
}

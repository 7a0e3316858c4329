import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ExecutionContext } from 'ava'
import { freePort } from '../process/free-port.ts'
import { createWebmailClient, type WebmailClient } from '../http/webmail-client.ts'
import { startRoundcube } from '../roundcube/roundcube.ts'
import { startMachine, type SharedServers } from './machine.ts'

/** Debian's Roundcube, configured below the folder that Postern is installed below. Needs root. */
export async function startRoundcubeSite(t: ExecutionContext, shared: SharedServers) {
  // The one that the installer gives automatically is the same for anyone who tests it meanwhile.
  const sessions = { host: '127.0.0.1', port: await freePort() }
  const machine = await startMachine(t, shared, { webmail: { app: 'postern', sessions } })
  const directory = join(machine.prefix, 'etc/roundcube')
  await mkdir(directory, { recursive: true })
  const roundcube = await startRoundcube(directory, machine.dovecot.port)
  t.teardown(() => roundcube.stop())
  const browser = () => createWebmailClient(roundcube.script)
  return {
    machine,
    roundcube,
    directory,
    configFile: join(directory, 'config.inc.php'),
    browser,
    /** A browser of a user who has signed in at Roundcube. */
    async signIn(user: number): Promise<WebmailClient> {
      const client = browser()
      await client.signIn(machine.dovecot.userName(user), machine.dovecot.password)
      t.true(await isRoundcubeSignedIn(client))
      return client
    },
    /** What the installer does, without all else it does. */
    async move(verb: 'take' | 'give', change: () => Promise<void>): Promise<void> {
      const program = join(machine.prefix, 'opt/postern/current/dist/main.js')
      const config = join(machine.prefix, 'etc/postern/postern.json')
      const child = spawn(process.execPath, [
        ...[program, 'roundcube-sessions', verb],
        ...['--roundcube', directory, '--config', config],
      ])
      const closed = once(child, 'close')
      for await (const line of createInterface({ input: child.stdout })) {
        t.false(line.includes('"failed"'), line)
        if (line.includes('"copied"')) await change()
        child.stdin.end()
      }
      await closed
      t.is(child.exitCode, 0)
    },
  }
}

/** Whether a browser is signed in at Roundcube. */
export async function isRoundcubeSignedIn(browser: WebmailClient): Promise<boolean> {
  const { status, text } = await browser.get('?_task=mail&_action=list&_mbox=INBOX&_remote=1')
  return status === 200 && !text.includes('session_error')
}

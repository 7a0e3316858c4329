import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redisHost } from '../../plugin/session-endpoint/redis-host.ts'
import { startRoundcube } from '../../test/support/roundcube/roundcube.ts'

interface RoundcubeOptions {
  readonly imapPort: number
  readonly smtpPort: number
  /** Where Postern keeps its sessions. */
  readonly sessions: DemoSessions
}

/** The session endpoint of the demo's Postern. */
export interface DemoSessions {
  readonly port: number
  readonly password: string
}

/** Debian's Roundcube, unmodified, with a web server and PHP of its own in a throw-away folder. Needs root. */
export async function startDemoRoundcube({ imapPort, smtpPort, sessions }: RoundcubeOptions) {
  // Of its own: the web server's user has to read it, and nothing else of the demo.
  const directory = await mkdtemp(join(tmpdir(), 'postern-demo-roundcube-'))
  const remove = () => rm(directory, { recursive: true, force: true })
  const host = redisHost({ host: '127.0.0.1', port: sessions.port }, sessions.password)
  const settings = `
$config['session_storage'] = 'redis';
$config['redis_hosts'] = ['${host}'];
$config['smtp_host'] = 'localhost:${smtpPort}';
$config['product_name'] = 'Roundcube, its sessions kept by Postern';`
  try {
    const roundcube = await startRoundcube(directory, imapPort, settings)
    return {
      origin: new URL(roundcube.script).origin,
      async stop() {
        await roundcube.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DES_KEY } from '../roundcube/roundcube-config.ts'
import { startRoundcube } from '../roundcube/roundcube.ts'
import { startDovecot, type DovecotOptions } from '../dovecot/dovecot.ts'
import { createWebmailClient } from '../http/webmail-client.ts'
import { startPostern, type PosternConfig, type PosternOptions } from '../postern/postern.ts'
import { freePort } from '../process/free-port.ts'
import { temporaryDirectory, type Teardown } from '../process/temporary-directory.ts'

/** The password of the endpoint in tests. */
const password = 'endpoint-Password.of-tests'
/** What the plugin signs by. */
export const pluginSecret = 'plugin-Secret.of-tests-0123456789'
const pluginSettings = `
$config['postern_secret'] = '${pluginSecret}';
$config['plugins'] = ['postern'];`
const PLUGIN_FILE = new URL('../../../plugin/roundcube-plugin/postern.php', import.meta.url)

/** What a test wants different. */
interface RoundcubeOptions extends PairOptions {
  readonly mail?: Omit<DovecotOptions, 't'>
}

interface PairOptions {
  readonly postern?: Pick<PosternOptions, 'redis' | 'nodeArgs'>
  /** Sessions are in a database of Postern's own, not in that of Roundcube. */
  readonly isDatabaseOfItsOwn?: boolean
  /** Postern is in front of it as well, and answers hot requests; with more of `webmail.accelerate`. */
  readonly accelerate?: PosternConfig
  /** Lines of Roundcube's configuration that win. */
  readonly settings?: string
  /** The section `panel`. */
  readonly panel?: PosternConfig
  /** The web server that runs it for Postern, where that is another one than its own. */
  readonly upstream?: string
  /** More of Postern's section `imap`. */
  readonly imap?: PosternConfig
  /** The file of Postern's audit. */
  readonly auditFile?: string
  /** Our plugin is in Roundcube. */
  readonly hasPlugin?: boolean
  /** Where Postern reports its metrics. */
  readonly metricsPort?: number
}

/**
 * Debian's Roundcube, unmodified, whose sessions Postern keeps in Roundcube's own SQLite database. Needs root and
 * Debian's packages.
 */
export async function startRoundcubeOnPostern(t: Teardown, options: RoundcubeOptions = {}) {
  const dovecot = await startDovecot({ ...options.mail, t })
  return { dovecot, ...(await startRoundcubeWithMail(t, dovecot, options)) }
}

/** The same with a mail server that runs already. */
export async function startRoundcubeWithMail(
  t: Teardown,
  mail: NonNullable<PosternOptions['mail']>,
  options: PairOptions = {},
) {
  const directory = await temporaryDirectory(t)
  const credentialsDir = join(directory, 'credentials')
  const port = await freePort()
  const onRedisProtocol = `
$config['session_storage'] = 'redis';
$config['redis_hosts'] = ['127.0.0.1:${port}:0:${password}'];
${options.hasPlugin === true ? pluginSettings : ''}
${options.settings ?? ''}`
  const roundcubeDirectory = join(directory, 'roundcube')
  await mkdir(roundcubeDirectory)
  const roundcube = await startRoundcube(roundcubeDirectory, mail.port, onRedisProtocol)
  t.teardown(() => roundcube.stop())
  await writeSecrets(credentialsDir)
  if (options.hasPlugin === true) await roundcube.addPlugin('postern', PLUGIN_FILE)
  const database =
    options.isDatabaseOfItsOwn === true ? join(directory, 'sessions.db') : roundcube.database
  let postern = await startPostern({
    t,
    mail,
    ...options.postern,
    database: { url: `sqlite:${database}` },
    config: {
      credentialsDir,
      ...(options.metricsPort === undefined
        ? {}
        : { private: { host: '127.0.0.1', port: options.metricsPort } }),
      ...(options.panel === undefined ? {} : { panel: options.panel }),
      ...(options.auditFile === undefined ? {} : { audit: { file: options.auditFile } }),
      imap: { host: mail.host, port: mail.port, ...options.imap },
      webmail: {
        sessions: { host: '127.0.0.1', port },
        ...(options.accelerate === undefined
          ? {}
          : {
              mode: 'accelerate',
              upstream: options.upstream ?? new URL(roundcube.script).origin,
              accelerate: options.accelerate,
            }),
      },
    },
  })

  return {
    roundcube,
    /** The SQLite file of the sessions. */
    database,
    port,
    password,
    postern: () => postern,
    /** Lines by which Roundcube keeps its sessions with us, and by which it does not. */
    settings: { onRedisProtocol, inItsTable: "$config['session_storage'] = 'db';" },
    /** Ends Postern with whatever it is at (kill -9), and starts it again. */
    async killPostern() {
      await postern.kill()
      postern = await postern.restart()
    },
    /** A browser that knows nothing yet, and asks Roundcube directly. */
    browser: () => createWebmailClient(roundcube.script),
    /** A browser in front of Postern. */
    acceleratedBrowser: () => createWebmailClient(postern.base()),
  }
}

async function writeSecrets(directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 })
  const secret = Buffer.alloc(32, 7).toString('base64url')
  for (const [name, text] of [
    ['webmail-sessions.secret', password],
    ['webmail-des-key.secret', DES_KEY],
    ['webmail-plugin.secret', pluginSecret],
    ['panel-binding.secret', secret],
    ['seal-2026-01.key', secret],
  ] as const) {
    await writeFile(join(directory, name), `${text}\n`, { mode: 0o600 })
  }
}

import { readFile } from 'node:fs/promises'
import { readSessionsPassword } from '../../config/secrets.ts'
import { secretsDirectoryOf } from '../../config/service-user.ts'
import { systemErrorCode } from '../../config/invalid-setting.ts'
import type { Config } from '../../config/schema.ts'
import { fine, note, warning, type Check, type Finding } from './finding.ts'

type Sessions = NonNullable<Config['webmail']['sessions']>

/**
 * Whether the Roundcube of this machine keeps its sessions at the session endpoint, where one is configured, as the lines
 * of its `config.inc.php` say. What PHP code makes of them is not followed.
 */
export function createRoundcubeCheck(roundcubeConfig: string): Check {
  return async ({ config }) => {
    const { sessions } = config.webmail
    if (sessions === null) return []
    const used = await usage(roundcubeConfig, sessions)
    return [used, ...(await openness(config, sessions))]
  }
}

/** Of Debian's package. */
export const checkRoundcube = createRoundcubeCheck('/etc/roundcube/config.inc.php')

async function usage(file: string, sessions: Sessions): Promise<Finding> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return note('roundcube.none', `there is a session endpoint, but no Roundcube at ${file}`)
    }
    return note('roundcube.unreadable', `${file} can not be read`, 'run this as root')
  }
  const storage = settingOf(text, 'session_storage')
  const hosts = settingOf(text, 'redis_hosts') ?? ''
  if (storage?.includes('redis') === true && hosts.includes(addressOf(sessions))) {
    return fine('roundcube.uses-endpoint', `Roundcube keeps its sessions with us (${file})`)
  }
  return warning(
    'roundcube.other-sessions',
    `Roundcube does not keep its sessions with us (${file}): a locked database still stops it`,
    `set session_storage to 'redis' and redis_hosts to ['${addressOf(sessions)}:0:PASSWORD'] there`,
  )
}

/** What the last line that sets it gives; undefined when none does. Nothing of it is shown: it may hold a password. */
function settingOf(text: string, name: string): string | undefined {
  const pattern = new RegExp(
    `^\\s*\\$(?:config|rcmail_config)\\[['"]${name}['"]\\]\\s*=([^;]*);`,
    'gm',
  )
  return [...text.matchAll(pattern)].at(-1)?.[1]
}

function addressOf(sessions: Sessions): string {
  return 'unix' in sessions ? sessions.unix : `${sessions.host}:${sessions.port}`
}

async function openness(config: Config, sessions: Sessions): Promise<readonly Finding[]> {
  if ('unix' in sessions && !sessions.everyUser) return []
  const directory = secretsDirectoryOf(config)
  const password = await readSessionsPassword(directory).catch(() => 'unreadable')
  if (password !== undefined) return []
  return [
    warning(
      'roundcube.open-endpoint',
      'the session endpoint has no password: every user of this machine can read all its sessions',
      `put one into ${directory}/webmail-sessions.secret, and into redis_hosts of Roundcube`,
    ),
  ]
}

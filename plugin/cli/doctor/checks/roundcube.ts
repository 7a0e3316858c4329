import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readRoundcubeConfig, settingValue } from '../../../config/roundcube-config.ts'
import { readSharedSecret } from '../../../config/secrets/secrets.ts'
import { secretsDirectoryOf } from '../../../config/secrets/service-user.ts'
import { systemErrorCode } from '../../../config/system-error.ts'
import type { Config } from '../../../config/schema.ts'
import { redisLocation } from '../../../session-endpoint/redis-host.ts'
import { fine, note, warning, type Finding } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'

type Sessions = NonNullable<Config['webmail']['sessions']>

/**
 * Whether the Roundcube of this machine keeps its sessions at the session endpoint, where one is configured, as the lines
 * of its `config.inc.php` say. What PHP code makes of them is not followed.
 */
export const checkRoundcube: Check = async ({ config }) => {
  const { sessions } = config.webmail
  if (sessions === null) return []
  return [await usage(sessions), ...(await openness(config, sessions))]
}

async function usage(sessions: Sessions): Promise<Finding> {
  const file = sessions.roundcubeConfig
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return note('roundcube.none', `there is a session endpoint, but no Roundcube at ${file}`)
    }
    return note('roundcube.unreadable', `${file} cannot be read`, 'run this as root')
  }
  const { settings } = readRoundcubeConfig(text)
  const storage = settingValue(settings, 'session_storage')
  const hosts = settingValue(settings, 'redis_hosts') ?? ''
  if (storage?.includes('redis') === true && hosts.includes(redisLocation(sessions))) {
    return fine('roundcube.uses-endpoint', `Roundcube keeps its sessions with us (${file})`)
  }
  return warning(
    'roundcube.other-sessions',
    `Roundcube does not keep its sessions with us (${file}): a locked database still stops it`,
    `run scripts/install --repair --roundcube ${dirname(file)}`,
  )
}

async function openness(config: Config, sessions: Sessions): Promise<readonly Finding[]> {
  if ('unix' in sessions && !sessions.everyUser) return []
  const directory = secretsDirectoryOf(config)
  const password = await readSharedSecret(directory, 'webmail-sessions').catch(() => 'unreadable')
  if (password !== undefined) return []
  return [
    warning(
      'roundcube.open-endpoint',
      'the session endpoint has no password: every user of this machine can read all its sessions',
      `put one into ${directory}/webmail-sessions.secret, and into redis_hosts of Roundcube`,
    ),
  ]
}

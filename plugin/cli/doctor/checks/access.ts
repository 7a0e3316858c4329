import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findServiceUser, secretsDirectoryOf } from '../../../config/secrets/service-user.ts'
import {
  accessRefusedTo,
  type NeededAccess,
  type UserIds,
} from '../../../config/secrets/access-by-user.ts'
import { failed, fine, note, wordsOf } from '../../../findings/finding.ts'
import type { Check, Patient } from '../patient.ts'

/** A need of the service, and the command that gives it. */
interface Need extends NeededAccess {
  readonly remedy: string
}

/**
 * Whether the user of the service can read and write what it needs, tried as that user: root can do everything, and so
 * sees nothing of it. One file of root's among the keys keeps the next start from happening.
 */
export const checkAccess: Check = async (patient) => {
  const user = await findServiceUser(patient.config)
  if (process.geteuid?.() !== 0 || user === undefined) return []
  try {
    const needs = await needsOf(patient, user)
    const refused = await accessRefusedTo(user, needs)
    if (refused.length === 0) {
      return [fine('service.access', `user ${user.uid}, as whom Postern runs, can read its files`)]
    }
    const closed = refused.filter(({ to }) => to === 'enter').map(({ path }) => `${path}/`)
    return refused
      .filter(({ path }) => !closed.some((directory) => path.startsWith(directory)))
      .map(({ path, to, code }) =>
        failed(
          'service.no-access',
          `user ${user.uid}, as whom Postern runs, cannot ${to} ${path} (${code})`,
          needs.find((need) => need.path === path)?.remedy ?? '',
        ),
      )
  } catch (error) {
    return [note('service.unknown', `nobody can try as user ${user.uid}: ${wordsOf(error)}`)]
  }
}

async function needsOf(
  { configFile, config }: Patient,
  { uid, gid }: UserIds,
): Promise<readonly Need[]> {
  const own = (path: string, mode: string) => `chown ${uid}:${gid} ${path} && chmod ${mode} ${path}`
  const keys = secretsDirectoryOf(config)
  const names = await readdir(keys).catch(() => [])
  const secrets = names
    .filter((name) => /\.(key|secret)$/.test(name))
    .map((name) => join(keys, name))
  const configDirectory = dirname(configFile)
  const logDirectory = dirname(config.errorLog)
  return [
    { path: configDirectory, to: 'enter', remedy: `chmod go+rx ${configDirectory}` },
    {
      path: configFile,
      to: 'read',
      remedy: `chown root:${gid} ${configFile} && chmod 0640 ${configFile}`,
    },
    { path: keys, to: 'enter', remedy: own(keys, '0700') },
    ...secrets.map((path) => ({ path, to: 'read' as const, remedy: own(path, '0600') })),
    { path: logDirectory, to: 'enter', remedy: own(logDirectory, '0750') },
    { path: config.errorLog, to: 'write', remedy: own(config.errorLog, '0640') },
  ]
}

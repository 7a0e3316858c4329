import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { examineKeys, loadKeys, readSecret } from '../../../store/seal/index.ts'
import { accessRefusedTo } from './access-by-user.ts'
import { systemErrorCode } from '../system-error.ts'
import type { Config } from '../schema.ts'
import { lacksPassword, readServerPasswords } from './server-passwords.ts'
import { readSharedSecret } from './secrets.ts'
import { findServiceUser, secretsDirectoryOf } from './service-user.ts'

type SecretSettings = Pick<Config, 'credentialsDir' | 'dataDir' | 'panel' | 'contacts'>

/**
 * Why a start with these settings would fail for its secrets, all reasons at once, in the words of a start. Makes nothing:
 * with `areMade`, keys that are not there are no problem, since the start or the installer makes them. As root it also
 * tries as the user of the service. Tells no secret.
 */
export async function secretProblems(
  config: SecretSettings,
  { areMade }: { readonly areMade: boolean },
): Promise<readonly string[]> {
  const directory = secretsDirectoryOf(config)
  const setting = config.credentialsDir === null ? 'dataDir' : 'credentialsDir'
  if (!(await isThere(directory))) {
    const lacks = areMade ? [] : [`${directory} does not exist`]
    const needed = [
      ...masterLacks(config, undefined, directory),
      ...ldapLacks(config, undefined, directory),
    ]
    return [...lacks, ...needed].map((fault) => `${setting}: ${fault}`)
  }
  const master = await attempt(readSharedSecret(directory, 'imap-master'))
  const servers = await attempt(readServerPasswords(config))
  const problems = [
    ...(await keyProblems(directory, areMade)),
    ...(await bindingProblems(directory, areMade)),
    ...(await attempt(readSharedSecret(directory, 'panel-hand-over'))).problems,
    ...servers.problems,
    ...(servers.problems.length === 0 ? ldapLacks(config, servers.value?.ldap, directory) : []),
    ...(await attempt(readSharedSecret(directory, 'webmail-sessions'))).problems,
    ...(await attempt(readSharedSecret(directory, 'password-change'))).problems,
    ...master.problems,
    ...(master.problems.length === 0 ? masterLacks(config, master.value, directory) : []),
    ...(await hiddenFromService(config, directory)),
  ]
  return problems.map((problem) => `${setting}: ${problem}`)
}

async function keyProblems(directory: string, areMade: boolean): Promise<readonly string[]> {
  const files = await attempt(examineKeys(directory))
  const hasKeys = files.value?.some(({ path }) => path.endsWith('.key')) ?? true
  if (!hasKeys && areMade) return files.problems
  return (await attempt(loadKeys(directory, { create: false, now: Date.now }))).problems
}

async function bindingProblems(directory: string, areMade: boolean): Promise<readonly string[]> {
  const path = join(directory, 'panel-binding.secret')
  if (areMade && !(await isThere(path))) return []
  return (await attempt(readSecret(path))).problems
}

function masterLacks(
  { panel }: SecretSettings,
  password: string | undefined,
  directory: string,
): readonly string[] {
  if (panel.master === null || password !== undefined) return []
  return [`panel.master needs its password in ${join(directory, 'imap-master.secret')}`]
}

function ldapLacks(
  { contacts: { ldap } }: SecretSettings,
  password: string | undefined,
  directory: string,
): readonly string[] {
  if (!lacksPassword(ldap) || password !== undefined) return []
  return [`contacts.ldap.bindDn needs its password in ${join(directory, 'ldap-password.secret')}`]
}

/** Root reads everything, and so sees nothing of what the service cannot. */
async function hiddenFromService(
  config: SecretSettings,
  directory: string,
): Promise<readonly string[]> {
  const user = await findServiceUser(config)
  if (process.geteuid?.() !== 0 || user === undefined) return []
  const files = await examineKeys(directory)
  const refused = await accessRefusedTo(
    user,
    files.map(({ path }) => ({ path, to: 'read' as const })),
  )
  return refused.map(({ path, code }) => {
    const remedy = `chown ${user.uid}:${user.gid} ${path}`
    return `${path} cannot be read by user ${user.uid}, as whom Postern runs (${code}): ${remedy}`
  })
}

interface Attempt<Value> {
  readonly value: Value | undefined
  readonly problems: readonly string[]
}

async function attempt<Value>(work: Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await work, problems: [] }
  } catch (error) {
    return { value: undefined, problems: [error instanceof Error ? error.message : String(error)] }
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false
    // Closed to anyone who asks: reading it says so.
    return true
  }
}

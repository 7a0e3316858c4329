import { join } from 'node:path'
import {
  createKeyRing,
  type KeyRing,
  loadKeys,
  loadSecret,
  readSecretText,
} from '../../../store/seal/index.ts'
import type { Config } from '../schema.ts'
import { systemErrorCode, usedBy } from '../invalid-setting.ts'

/** Everything Postern keeps secret, each from a file of its own. */
interface Secrets {
  readonly keys: KeyRing
  /** Sessions are bound to the panel's under it: another one would sign everybody out. */
  readonly panelBinding: Buffer
  readonly handOver: string | undefined
  readonly masterPassword: string | undefined
  /** Of the session endpoint. */
  readonly sessionsPassword: string | undefined
  /** Proves to a panel that it is us who change passwords. */
  readonly passwordChangeSecret: string | undefined
  /** Roundcube's des_key, for the accelerator. */
  readonly desKey: string | undefined
  /** Shared with the plugin in Roundcube. */
  readonly pluginSecret: string | undefined
}

interface Clock {
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
}

/**
 * Reads them before anything is opened; where no directory is named, makes what is missing. Throws
 * InvalidSetting for what cannot be read, or could be read by others.
 */
export function loadSecrets(
  { credentialsDir, dataDir }: Pick<Config, 'credentialsDir' | 'dataDir'>,
  clock: Clock,
): Promise<Secrets> {
  return credentialsDir === null
    ? usedBy('dataDir', loadFrom(join(dataDir, 'keys'), { ...clock, create: true }))
    : usedBy('credentialsDir', loadFrom(credentialsDir, { ...clock, create: false }))
}

async function loadFrom(
  directory: string,
  { create, now, wait }: Clock & { readonly create: boolean },
): Promise<Secrets> {
  return {
    keys: await createKeyRing({ load: () => loadKeys(directory, { create, now }), now, wait }),
    panelBinding: await loadSecret(join(directory, 'panel-binding.secret'), { create }),
    handOver: await readHandOverSecret(directory),
    masterPassword: await readMasterPassword(directory),
    sessionsPassword: await readSessionsPassword(directory),
    passwordChangeSecret: await readPasswordChangeSecret(directory),
    desKey: await readDesKey(directory),
    pluginSecret: await readPluginSecret(directory),
  }
}

const minCharacters = 16

/**
 * The secret shared with the panel, for which it hands over mailbox passwords: the file
 * `panel-hand-over.secret` beside the keys. undefined when there is none; throws when others can read it.
 */
export function readHandOverSecret(directory: string): Promise<string | undefined> {
  return readSecret(join(directory, 'panel-hand-over.secret'))
}

/**
 * The password of the Dovecot master user: the file `imap-master.secret` beside the keys. undefined when
 * there is none; throws when others can read it.
 */
export function readMasterPassword(directory: string): Promise<string | undefined> {
  return readSecret(join(directory, 'imap-master.secret'))
}

/**
 * The password of the session endpoint, which Roundcube gives as that of a Redis: the file
 * `webmail-sessions.secret` beside the keys. undefined when there is none; throws when others can read it.
 */
export function readSessionsPassword(directory: string): Promise<string | undefined> {
  return readSecret(join(directory, 'webmail-sessions.secret'))
}

/**
 * What a panel that changes passwords is sent as a bearer token: the file `password-change.secret` beside the keys. undefined when
 * there is none; throws when others can read it.
 */
export function readPasswordChangeSecret(directory: string): Promise<string | undefined> {
  return readSecret(join(directory, 'password-change.secret'))
}

/**
 * Roundcube's `des_key`, under which the passwords in its sessions are sealed: the file `webmail-des-key.secret` beside
 * the keys. undefined when there is none; throws when others can read it.
 */
function readDesKey(directory: string): Promise<string | undefined> {
  return readSecret(join(directory, 'webmail-des-key.secret'))
}

/**
 * Under which the plugin in Roundcube signs what it hands over: the file `webmail-plugin.secret` beside the keys. undefined when
 * there is none; throws when others can read it.
 */
export function readPluginSecret(directory: string): Promise<string | undefined> {
  return readSecret(join(directory, 'webmail-plugin.secret'))
}

async function readSecret(path: string): Promise<string | undefined> {
  const secret = await readSecretText(path).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (secret !== undefined && secret.length < minCharacters) {
    throw new Error(`${path} must hold at least ${minCharacters} characters`)
  }
  return secret
}

import { join } from 'node:path'
import {
  createKeyRing,
  type KeyRing,
  loadKeys,
  loadSecret,
  readSecretText,
} from '../../../store/seal/index.ts'
import type { Config } from '../schema.ts'
import { usedBy } from '../invalid-setting.ts'
import { unlessMissing } from '../system-error.ts'

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
    handOver: await readSharedSecret(directory, 'panel-hand-over'),
    masterPassword: await readSharedSecret(directory, 'imap-master'),
    sessionsPassword: await readSharedSecret(directory, 'webmail-sessions'),
    passwordChangeSecret: await readSharedSecret(directory, 'password-change'),
    desKey: await readSharedSecret(directory, 'webmail-des-key'),
    pluginSecret: await readSharedSecret(directory, 'webmail-plugin'),
  }
}

/** Secrets that Postern shares with another program: the files of these names beside the keys, with `.secret` behind. */
type SharedSecret =
  /** With the panel, for which it hands over mailbox passwords. */
  | 'panel-hand-over'
  /** Password of the Dovecot master user. */
  | 'imap-master'
  /** Password of the session endpoint, which Roundcube gives as that of a Redis. */
  | 'webmail-sessions'
  /** What a panel that changes passwords is sent as a bearer token. */
  | 'password-change'
  /** Roundcube's `des_key`, under which the passwords in its sessions are sealed. */
  | 'webmail-des-key'
  /** Under which the plugin in Roundcube signs what it hands over. */
  | 'webmail-plugin'

const minCharacters = 16

/** undefined where there is none. Throws when others can read it, or it is too short. */
export async function readSharedSecret(
  directory: string,
  name: SharedSecret,
): Promise<string | undefined> {
  const path = join(directory, `${name}.secret`)
  const secret = await unlessMissing(readSecretText(path))
  if (secret !== undefined && secret.length < minCharacters) {
    throw new Error(`${path} must hold at least ${minCharacters} characters`)
  }
  return secret
}

import { join } from 'node:path'
import { createKeyRing, type KeyRing, loadKeys, loadSecret } from '../../store/index.ts'
import type { Config } from './schema.ts'
import { readHandOverSecret, readMasterPassword } from './panel-secrets.ts'
import { usedBy } from './invalid-setting.ts'

/** Everything Postern keeps secret, each from a file of its own. */
export interface Secrets {
  readonly keys: KeyRing
  /** Sessions are bound to the panel's under it: another one would sign everybody out. */
  readonly panelBinding: Buffer
  readonly handOver: string | undefined
  readonly masterPassword: string | undefined
}

interface Clock {
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
}

/**
 * Reads them before anything is opened; where no directory is named, makes what is missing. Throws
 * InvalidSetting for what can not be read, or could be read by others.
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
  }
}

import type { Manifest } from '../manifest/manifest-schema.ts'
import type { RegistrationFile } from './registration-file.ts'

/**
 * DirectAdmin's plugin.conf: one `key=value` per line. `active` and `installed` are the panel's own to
 * write, so they are not here. The manifest lets no line break into a value.
 */
export function directadminPluginConf({ id, name, version, author }: Manifest): RegistrationFile {
  const fields = { name, id, version, author: author.name }
  const lines = Object.entries(fields).map(([key, value]) => `${key}=${value}\n`)
  return { name: 'plugin.conf', text: lines.join('') }
}

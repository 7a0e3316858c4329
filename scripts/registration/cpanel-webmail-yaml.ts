import { basename } from 'node:path'
import type { Manifest } from '../manifest/manifest-schema.ts'
import { panelFolder } from './panel-folder.ts'
import type { RegistrationFile } from './registration-file.ts'

/**
 * The entry of cPanel's webmail page. Files of other names than `webmail_*.yaml` are ignored there
 * (plugin/docs/threats.md, cPanel).
 */
export function cpanelWebmailYaml({ id, panel, ui }: Manifest): RegistrationFile {
  const fields = {
    displayname: ui.displayName,
    icon: `${panelFolder(panel.mount)}/${basename(ui.icon)}`,
    url: panel.mount,
  }
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${quoted(value)}\n`)
  return { name: `webmail_${id}.yaml`, text: `---\n${lines.join('')}` }
}

/** A single-quoted YAML scalar, in which only the quote itself is special (YAML 1.2, 7.3.2). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

import { basename } from 'node:path'
import type { Manifest } from '../manifest/manifest-schema.ts'
import type { RegistrationFile } from './registration-file.ts'

/**
 * The icon on the account owner's dashboard. `install_plugin` and `uninstall_plugin` read the same file,
 * so the installer keeps a copy (plugin/docs/threats.md, cPanel).
 */
export function cpanelInstallJson({ id, panel, ui }: Manifest): RegistrationFile {
  const link = {
    type: 'link',
    id,
    group_id: ui.group,
    name: ui.displayName,
    icon: basename(ui.icon),
    order: ui.order,
    // Relative to the panel's segment.
    uri: panel.mount.slice(1),
    feature: ui.feature,
    target: ui.target,
  }
  return { name: 'install.json', text: `${JSON.stringify([link], undefined, 2)}\n` }
}

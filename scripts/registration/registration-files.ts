import type { Manifest } from '../manifest/manifest-schema.ts'
import { cpanelInstallJson } from './cpanel-install-json.ts'
import { cpanelWebmailYaml } from './cpanel-webmail-yaml.ts'
import { directadminPluginConf } from './directadmin-plugin-conf.ts'
import { pleskMetaXml } from './plesk-meta-xml.ts'
import type { RegistrationFile } from './registration-file.ts'

type PanelName = Manifest['panels'][number]['name']

/** One row per panel; a panel without its own registration is told by its administrator. */
const files: Readonly<Record<PanelName, readonly ((manifest: Manifest) => RegistrationFile)[]>> = {
  cpanel: [cpanelWebmailYaml, cpanelInstallJson],
  directadmin: [directadminPluginConf],
  plesk: [pleskMetaXml],
  hestia: [],
  generic: [],
}

/** The texts that register Postern with a panel, made from its manifest. */
export function registrationFiles(
  manifest: Manifest,
  panel: PanelName,
): readonly RegistrationFile[] {
  return files[panel].map((file) => file(manifest))
}

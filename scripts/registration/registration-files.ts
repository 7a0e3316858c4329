import { basename } from 'node:path'
import type { Manifest } from '../manifest/manifest.ts'

/** A file by which a panel learns of Postern. */
interface RegistrationFile {
  readonly name: string
  readonly text: string
}

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

/** Folder of the application below the panel's document root: `/3rdparty/postern`. */
export function panelFolder(mount: string): string {
  return mount.replace(/\/index\.php$/, '')
}

/**
 * DirectAdmin's plugin.conf: one `key=value` per line. `active` and `installed` are the panel's own to
 * write, so they are not here. The manifest lets no line break into a value.
 */
function directadminPluginConf({ id, name, version, author }: Manifest): RegistrationFile {
  const fields = { name, id, version, author: author.name }
  const lines = Object.entries(fields).map(([key, value]) => `${key}=${value}\n`)
  return { name: 'plugin.conf', text: lines.join('') }
}

/** Plesk's meta.xml of an extension, which Plesk reads before it unpacks the rest. */
function pleskMetaXml(manifest: Manifest): RegistrationFile {
  const { id, name, description, author, panels } = manifest
  const [version = '', prerelease] = manifest.version.split(/-(.*)/s)
  const plesk = panels.find((panel) => panel.name === 'plesk')
  const elements = [
    ['id', id],
    ['name', name],
    ['description', description],
    ['category', 'mail'],
    ['version', version],
    ['release', prerelease ?? '1'],
    ['vendor', author.name],
    ['url', manifest.homepage],
    ['plesk_min_version', plesk?.minVersion],
    ['plesk_max_version', plesk?.maxVersion],
    ['os', 'unix'],
  ] as const
  const lines = elements.flatMap(([tag, text]) =>
    text === undefined ? [] : [`  <${tag}>${escapeXml(text)}</${tag}>\n`],
  )
  return {
    name: 'meta.xml',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<module>\n${lines.join('')}</module>\n`,
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

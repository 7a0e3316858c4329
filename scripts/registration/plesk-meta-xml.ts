import type { Manifest } from '../manifest/manifest-schema.ts'
import type { RegistrationFile } from './registration-file.ts'

/** Plesk's meta.xml of an extension, which Plesk reads before it unpacks the rest. */
export function pleskMetaXml(manifest: Manifest): RegistrationFile {
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

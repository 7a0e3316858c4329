import { writeFile } from 'node:fs/promises'
import { manifestJsonSchema, readManifest } from './manifest.ts'

const root = new URL('../../', import.meta.url)

// Publishes the schema of the manifest and checks the manifest against it: `npx tsx scripts/manifest/main.ts`.
await writeFile(
  new URL('plugin/docs/plugin.manifest.schema.json', root),
  `${JSON.stringify(manifestJsonSchema(), undefined, 2)}\n`,
)
const { id, version } = await readManifest(new URL('plugin.manifest.json', root))
process.stdout.write(`${id} ${version}: the manifest is valid\n`)

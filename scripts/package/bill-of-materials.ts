import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const MAX_BYTES = 64 * 1024 * 1024

/** The part of a CycloneDX document that changes from run to run. */
const documentSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  serialNumber: z.string().optional(),
  metadata: z.looseObject({ timestamp: z.string() }),
  components: z.array(z.looseObject({ name: z.string() })).min(1),
})

/**
 * The CycloneDX bill of materials of the production packages, from package-lock.json and without a
 * network. The same lock file gives the same text: time and serial number are those of the release.
 */
export async function billOfMaterials(root: string, releasedAt: Date): Promise<string> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  const { stdout } = await run('npm', args, { cwd: root, maxBuffer: MAX_BYTES })
  const document = documentSchema.parse(JSON.parse(stdout))
  const metadata = { ...document.metadata, timestamp: releasedAt.toISOString() }
  const lasting = { ...document, serialNumber: undefined, metadata }
  return `${JSON.stringify(lasting, undefined, 2)}\n`
}

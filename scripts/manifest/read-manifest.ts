import { readFile } from 'node:fs/promises'
import { manifestSchema, type Manifest } from './manifest-schema.ts'

/** The manifest can not be used. Every problem is named, with its key. */
export class ManifestFault extends Error {
  override readonly name = 'ManifestFault'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options: { readonly cause?: unknown } = {}) {
    super(problems.join('\n'), options)
    this.problems = problems
  }
}

/** Reads plugin.manifest.json. Throws ManifestFault. */
export async function readManifest(path: string | URL): Promise<Manifest> {
  const text = await readFile(path, 'utf8')
  try {
    return parseManifest(JSON.parse(text))
  } catch (cause) {
    if (cause instanceof ManifestFault) throw cause
    throw new ManifestFault([`${String(path)}: is not JSON`], { cause })
  }
}

/** Validates a manifest. Throws ManifestFault with every problem, not only the first. */
export function parseManifest(value: unknown): Manifest {
  const parsed = manifestSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ManifestFault(
    parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || '(top level)'}: ${message}`,
    ),
  )
}

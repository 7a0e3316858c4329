import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** The manifest cannot be used. Every problem is named, with its key. */
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

/** A path inside the release: relative, without `.` and `..`, so that nothing outside can be named. */
const releasePath = z
  .string()
  .max(200)
  .regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/, 'a relative path')

/** A path of the machine. `{hash}` stands for the first 12 hex digits of the file's SHA-256. */
const machinePath = z
  .string()
  .max(200)
  .regex(/^(?!.*\/\.{1,2}(?:\/|$))(?:\/[A-Za-z0-9._{}-]+)+$/, 'an absolute path')

/** One line: these texts stand in files where a line break starts something else. */
const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]+$/u, 'one line')

const version = z.string().regex(/^\d+(?:\.\d+){1,3}$/, 'numbers and dots')

const author = z.strictObject({
  name: line(64),
  url: z.url({ protocol: /^https?$/ }).optional(),
  email: z.email().optional(),
})

const panelType = z.strictObject({
  name: z.enum(['cpanel', 'plesk', 'directadmin', 'hestia', 'generic']),
  minVersion: version.optional().describe('Below it the installer warns'),
  maxVersion: version.optional(),
})

const panel = z.strictObject({
  adapter: z.enum(['shim', 'cpanel', 'http', 'static']).describe('Recommended panel.adapter'),
  segment: z.strictObject({
    prefix: z.string().regex(/^[a-z]{1,32}$/),
    digits: z.literal(10),
  }),
  mount: z.string().regex(/^\/3rdparty\/[a-z0-9_-]{1,64}\/index\.php$/),
  services: z.array(z.enum(['webmail', 'cpanel', 'whostmgr'])).min(1),
})

const ui = z.strictObject({
  displayName: line(64),
  icon: releasePath.describe('PNG or flat SVG of 48 by 48'),
  group: z
    .string()
    .regex(/^[a-z0-9_-]{1,64}$/)
    .describe('Group of the dashboard'),
  order: z.int().min(0).max(10_000),
  feature: z.string().regex(/^[a-z0-9_-]{1,64}$/),
  target: z.enum(['_self', '_blank']),
})

const requirement = z.strictObject({
  service: z.enum(['imap', 'smtp', 'redis', 'database', 'systemd', 'php']),
  optional: z.boolean(),
})

const permission = z.enum([
  'net:imap-local',
  'net:smtp-local',
  'net:redis-local',
  'fs:data',
  'fs:log',
  'panel:session-read',
  'panel:webmail-register',
  'panel:hooks',
  'systemd:unit',
])

const hook = z.strictObject({
  category: z.string().regex(/^[A-Za-z]{1,32}$/),
  event: z.string().regex(/^[A-Za-z:]{1,64}$/),
  stage: z.enum(['pre', 'post']),
  run: releasePath,
})

const file = z.strictObject({
  path: releasePath,
  to: machinePath,
  panel: panelType.shape.name.optional().describe('Only on this panel'),
  mode: z
    .string()
    .regex(/^0[0-7]{3}$/)
    .default('0644'),
  owner: z
    .string()
    .regex(/^[a-z_][a-z0-9_-]{0,31}$/)
    .default('root'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('Filled in by packaging'),
})

/**
 * plugin.manifest.json: what Postern is, needs and puts where, for installers of any panel. Unknown keys
 * are errors, because a mistyped permission must not pass. plugin/docs/plugin.manifest.schema.json is
 * made from this.
 */
const manifestSchema = z.strictObject({
  $schema: z.string().optional(),
  manifestVersion: z.literal(1),
  id: z.string().regex(/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/),
  name: line(64),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'a semantic version'),
  description: line(300),
  author,
  license: line(64),
  homepage: z.url({ protocol: /^https?$/ }).optional(),
  support: z.url({ protocol: /^https?$/ }).optional(),
  engines: z.strictObject({ node: line(64) }),
  panels: z.array(panelType).min(1),
  platforms: z.array(z.enum(['linux-x64', 'linux-arm64'])).min(1),
  entry: releasePath,
  panel,
  ui,
  listen: z.strictObject({ socket: machinePath }),
  requires: z.array(requirement),
  permissions: z.array(permission).refine((all) => new Set(all).size === all.length, 'no twins'),
  config: z.strictObject({ file: machinePath, secretsDir: machinePath }),
  scripts: z.strictObject({
    install: releasePath,
    uninstall: releasePath,
    repair: releasePath.optional(),
  }),
  hooks: z.array(hook),
  health: z.strictObject({
    live: z.string().regex(/^\/[\w/-]+$/),
    ready: z.string().regex(/^\/[\w/-]+$/),
    timeoutMs: z.int().min(100).max(60_000),
  }),
  data: z.strictObject({
    dirs: z.array(machinePath).min(1),
    onUninstall: z.enum(['keep', 'archive', 'purge']),
    schemaVersion: z.int().min(1),
  }),
  files: z.array(file),
})

export type Manifest = z.output<typeof manifestSchema>

/** The published JSON Schema (draft 2020-12) of the manifest. */
export function manifestJsonSchema(): object {
  return z.toJSONSchema(manifestSchema, { io: 'input' })
}

import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { withAbsolutePaths } from './absolute-paths.ts'
import { brandingProblems } from './branding/problems.ts'
import { addressProblems } from './address-problems.ts'
import { isRecord } from './corrupt-file.ts'
import { describeIssues } from './issues.ts'
import { configSchema, type Config } from './schema.ts'

/** The configuration cannot be used. `problems` name each key and what it must be; exit code 78. */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options: { readonly cause?: unknown } = {}) {
    super(problems.join('\n'), options)
    this.problems = problems
  }
}

/**
 * Reads the file, lets POSTERN_<SECTION>_<KEY> variables override it, validates all at once; relative
 * paths are of the file's directory. Throws ConfigFault.
 */
export async function loadConfig(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Config> {
  const written = parseJson(file, await readText(file))
  const config = parseConfig(withEnvironment(written, environment), environment)
  return Object.freeze(withAbsolutePaths(config, dirname(resolve(file))))
}

/** Validates a configuration object. Throws ConfigFault with every problem, not only the first. */
export function parseConfig(
  value: unknown,
  environment: Readonly<Record<string, string | undefined>> = {},
): Config {
  const parsed = configSchema.safeParse(value)
  if (!parsed.success) throw new ConfigFault(describeIssues(parsed.error.issues))
  const problems = contradictions(parsed.data, environment['NODE_ENV'] === 'production')
  if (problems.length > 0) throw new ConfigFault(problems)
  return Object.freeze(parsed.data)
}

/** What no single key can tell: combinations that would fail later or be unsafe. */
function contradictions(config: Config, isProduction: boolean): string[] {
  const problems: string[] = []
  if (config.panel.adapter === 'static' && isProduction) {
    problems.push(
      'panel.adapter: "static" is for development and refused in production; use another',
    )
  }
  if (config.private !== null && isSameAddress(config.listen, config.private)) {
    problems.push('private: must not be the address of listen: health and metrics are not public')
  }
  const { sessions } = config.webmail
  if (sessions !== null && isSameAddress(config.listen, sessions)) {
    problems.push('webmail.sessions: must not be the address of listen')
  }
  if (sessions !== null && config.private !== null && isSameAddress(config.private, sessions)) {
    problems.push('webmail.sessions: must not be the address of private')
  }
  if (config.panel.adapter === 'shim' && !('unix' in config.listen)) {
    problems.push('listen.unix: must be set when panel.adapter is "shim"')
  }
  if (config.panel.adapter === 'shim' && config.webmail.mode !== 'standalone') {
    problems.push('webmail.mode: must be "standalone" when panel.adapter is "shim"')
  }
  if (config.panel.adapter === 'http' && config.panel.http.authUrl === null) {
    problems.push('panel.http.authUrl: must be set when panel.adapter is "http"')
  }
  if (config.webmail.mode === 'accelerate' && config.signIn.secondFactor !== 'off') {
    problems.push(
      'signIn.secondFactor: must be "off" when webmail.mode is "accelerate": the webmail behind signs people in',
    )
  }
  if (config.webmail.mode === 'accelerate' && config.webmail.upstream === null) {
    problems.push('webmail.upstream: must be set when webmail.mode is "accelerate"')
  }
  if (config.session.absoluteMs < config.session.idleMs) {
    problems.push('session.absoluteMs: must not be shorter than session.idleMs')
  }
  if (config.contacts.ldap?.startTls === true && config.contacts.ldap.url.startsWith('ldaps:')) {
    problems.push('contacts.ldap.startTls: must be false where url is ldaps://')
  }
  problems.push(...addressProblems(config), ...brandingProblems(config.branding))
  return config.instances === 'several' ? [...problems, ...unshared(config)] : problems
}

type Address = { readonly unix: string } | { readonly host: string; readonly port: number }

/** Port 0 is a free one each time; a wildcard is every address of the machine. */
function isSameAddress(one: Address, other: Address): boolean {
  if ('unix' in one || 'unix' in other) {
    return 'unix' in one && 'unix' in other && one.unix === other.unix
  }
  if (one.port !== other.port || one.port === 0) return false
  return one.host === other.host || [one.host, other.host].some((host) => WILDCARDS.has(host))
}

const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '*'])

/** What several instances would each have for themselves, although they must share it. */
function unshared(config: Config): readonly string[] {
  const problems: string[] = []
  if (config.redis === null) {
    problems.push('redis: must be set when instances is "several": sessions are shared over it')
  }
  if (config.database.url.startsWith('sqlite:')) {
    problems.push(
      'database.url: must be mysql:// or postgres:// when instances is "several": ' +
        'a SQLite file serves one machine',
    )
  }
  if (config.credentialsDir === null) {
    problems.push(
      'credentialsDir: must be set when instances is "several": ' +
        'all of them need the same keys and secrets',
    )
  }
  if (config.panel.adapter === 'shim') {
    problems.push(
      'panel.adapter: must not be "shim" when instances is "several": ' +
        'a signature would be good once for each of them',
    )
  }
  return problems
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new ConfigFault([`${file}: cannot be read`], { cause })
  }
}

function parseJson(file: string, text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ConfigFault([`${file}: is not JSON (${String(cause)})`], { cause })
  }
  if (!isRecord(value)) throw new ConfigFault([`${file}: must be a JSON object`])
  return value
}

/** `POSTERN_IMAP_PORT=1143` sets imap.port: the longest section that the schema knows wins. */
function withEnvironment(
  written: Record<string, unknown>,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const result = structuredClone(written)
  const ours = Object.entries(environment).filter(([name]) => name.startsWith('POSTERN_'))
  // To list all settings takes a twentieth of a start.
  const settings = ours.length === 0 ? new Map<string, Setting>() : settingsByName()
  for (const [name, text] of ours) {
    if (text === undefined) continue
    const setting = settings.get(name)
    if (setting === undefined) throw new ConfigFault([`${name}: names no setting`])
    setAt(result, setting.path, readValue(text, setting.types))
  }
  return result
}

interface Setting {
  readonly path: readonly string[]
  /** What it takes, in the terms of JSON Schema. */
  readonly types: ReadonlySet<unknown>
}

/** Environment name -> every setting, from the schema itself. */
function settingsByName(): ReadonlyMap<string, Setting> {
  const settings = new Map<string, Setting>()
  const visit = (schema: unknown, path: readonly string[]): void => {
    if (!isRecord(schema)) return
    const variants = variantsOf(schema)
    const types = new Set(variants.flatMap(({ type }) => type))
    if (path.length > 0) settings.set(environmentName(path), { path, types })
    for (const variant of variants) {
      const properties = variant['properties']
      if (!isRecord(properties)) continue
      for (const [key, child] of Object.entries(properties)) visit(child, [...path, key])
    }
  }
  visit(z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }), [])
  return settings
}

/** A union of unions is a list of all of them. */
function variantsOf(schema: Record<string, unknown>): readonly Record<string, unknown>[] {
  const { anyOf } = schema
  return Array.isArray(anyOf) ? anyOf.filter(isRecord).flatMap(variantsOf) : [schema]
}

function environmentName(path: readonly string[]): string {
  const words = path.map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())
  return `POSTERN_${words.join('_')}`
}

function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path
  if (key === undefined) return
  if (rest.length === 0) {
    target[key] = value
    return
  }
  const child = target[key]
  const next = isRecord(child) ? child : {}
  target[key] = next
  setAt(next, rest, value)
}

/** As JSON where the setting takes what that is, else as text: a password may be all digits. */
function readValue(text: string, types: Setting['types']): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Not JSON: plain text, which is what most settings are.
    return text
  }
  return types.has('string') && !isOfType(value, types) ? text : value
}

function isOfType(value: unknown, types: Setting['types']): boolean {
  if (value === null) return types.has('null')
  if (Array.isArray(value)) return types.has('array')
  return types.has(typeof value) || (typeof value === 'number' && types.has('integer'))
}

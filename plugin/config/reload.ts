import { isDeepStrictEqual } from 'node:util'
import { isRecord } from './corrupt-file.ts'
import type { Config } from './schema.ts'

/**
 * Settings that a running process takes over: each is looked at when it is needed, or its part is built again
 * (plugin/compose.ts). All others are held by what was opened with them: connections, pools, caches, lifetimes of records.
 */
export const RELOADABLE: ReadonlySet<string> = new Set([
  'branding',
  'events.enabled',
  'health.required',
  'limits.recipients',
  'log.level',
  'panel.trustedProxies',
  'signIn.accountFailuresPerHour',
  'signIn.lockAfter',
  'signIn.windowMs',
  'webmail.authservIds',
  'webmail.internalDomains',
  'webmail.mailDomain',
  'webmail.pageSize',
  'webmail.productName',
])

/** The configuration cannot be taken over while this process runs; `settings` say why. */
export class NeedsRestart extends Error {
  override readonly name = 'NeedsRestart'
  readonly settings: readonly string[]

  constructor(settings: readonly string[]) {
    super(`these settings need a restart: ${settings.join(', ')}`)
    this.settings = settings
  }
}

/** Names of the settings that differ, in order, e.g. `imap.port`; a section that is only in one of them by its own name. */
export function changedSettings(before: Config, after: Config): readonly string[] {
  return differences(before, after, '').sort()
}

/** The settings that change. Throws NeedsRestart where one of them cannot change while the process runs. */
export function reloadableChanges(before: Config, after: Config): readonly string[] {
  const changed = changedSettings(before, after)
  const fixed = changed.filter((setting) => !RELOADABLE.has(setting))
  if (fixed.length > 0) throw new NeedsRestart(fixed)
  return changed
}

function differences(before: unknown, after: unknown, path: string): string[] {
  if (!isRecord(before) || !isRecord(after)) {
    return isDeepStrictEqual(before, after) ? [] : [path]
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], path === '' ? key : `${path}.${key}`),
  )
}

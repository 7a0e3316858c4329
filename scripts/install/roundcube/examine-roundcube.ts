import type { Config } from '../../../plugin/config/schema.ts'
import { readRoundcubeConfig, settingValue } from '../../../plugin/config/roundcube-config.ts'
import { redisLocation } from '../../../plugin/session-endpoint/redis-host.ts'
import { findSessionLines } from '../../../plugin/config/session-lines.ts'

/** What a `config.inc.php` says about its sessions, as far as its text tells. */
export type RoundcubeExamination =
  /** Our lines can stand at its end, or stand there. */
  | { readonly kind: 'fit'; readonly overruled: boolean }
  /** A user wrote lines to the same end manually: they stay. */
  | { readonly kind: 'by hand' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Whether our lines may be put into the text. Changes nothing, and refuses what it does not understand. */
export function examineRoundcube(
  text: string,
  sessions: NonNullable<Config['webmail']['sessions']>,
): RoundcubeExamination {
  let found: ReturnType<typeof findSessionLines>
  try {
    found = findSessionLines(text)
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
  const { settings, fault } = readRoundcubeConfig(text)
  if (fault !== undefined) return { kind: 'refused', reason: fault }

  const others = settings.filter(
    ({ at }) => found === undefined || at < found.from || at >= found.to,
  )
  const storage = settingValue(others, 'session_storage') ?? "'db'"
  const hosts = settingValue(others, 'redis_hosts') ?? 'null'
  const isOurs = isString(storage, 'redis') && hosts.includes(redisLocation(sessions))
  if (found === undefined && isOurs) return { kind: 'by hand' }
  // Its sessions come along, and nothing else does.
  const keepsSessionsThere = isString(storage, 'redis')
  if (found === undefined && !keepsSessionsThere && !/^(null|\[\s*\]|array\(\s*\))$/i.test(hosts)) {
    return {
      kind: 'refused',
      reason: 'redis_hosts is set there: another use of Redis would come to us',
    }
  }
  const cache = settings.find(
    ({ name, value }) => name.endsWith('_cache') && isString(value, 'redis'),
  )
  if (cache !== undefined) {
    const reason = `${cache.name} is kept in Redis, and the session endpoint keeps sessions alone`
    return { kind: 'refused', reason: `${reason}: set it to another store first` }
  }
  const later = others.some(
    ({ name, at }) =>
      found !== undefined &&
      at > found.from &&
      (name === 'session_storage' ||
        name === 'redis_hosts' ||
        (name === 'plugins' && found.lines.includes("['plugins']"))),
  )
  return { kind: 'fit', overruled: later }
}

function isString(expression: string, value: string): boolean {
  return expression === `'${value}'` || expression === `"${value}"`
}

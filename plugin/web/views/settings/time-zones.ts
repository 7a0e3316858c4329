import { isTimeZone } from '../../../language/time-zone.ts'

/**
 * Newer names of zones, by the older ones. Browsers that keep the names of CLDR list the older alone, and know both
 * (ECMA-402, issue 272).
 */
const NEWER_NAMES: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
])

/** A zone by the name it has today, where the browser knows that. */
export function newerName(zone: string): string {
  const newer = NEWER_NAMES.get(zone)
  return newer !== undefined && isTimeZone(newer) ? newer : zone
}

/**
 * Those the browser lists, by their older and newer names alike, UTC, which some do not list, and the chosen one; each in
 * its place.
 */
export function zonesWith(chosen: string | null): readonly string[] {
  const own = chosen === null ? [] : [chosen]
  const listed = Intl.supportedValuesOf('timeZone')
  return [...new Set([...listed, ...listed.map(newerName), 'UTC', ...own])].sort()
}

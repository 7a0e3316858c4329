import { isRecord } from './corrupt-file.ts'

/** Settings of earlier versions that nothing needs any more. */
const REMOVED: Readonly<Record<string, readonly string[]>> = {
  limits: [
    ...['renderMs', 'renderMemoryMiB', 'renderWorkers', 'renderWaitMs'],
    ...['renderWaiting', 'renderWaitingPerPerson', 'renderKeepMiB'],
  ],
}

/** A configuration without them: an upgrade does not fail on what was right before. */
export function withoutRemovedSettings(written: unknown): unknown {
  if (!isRecord(written)) return written
  const sections = Object.entries(written).map(([section, value]) => {
    const removed = REMOVED[section]
    if (removed === undefined || !isRecord(value)) return [section, value]
    return [
      section,
      Object.fromEntries(Object.entries(value).filter(([key]) => !removed.includes(key))),
    ]
  })
  return Object.fromEntries(sections)
}

/** Where they stand, from the outermost section. */
export const removedSettings: readonly (readonly string[])[] = Object.entries(REMOVED).flatMap(
  ([section, names]) => names.map((name) => [section, name]),
)

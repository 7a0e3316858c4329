/** Of locks by which the tabs of one browser know which of them are open. */
const LOCK = 'postern.tab.'

/** The tab before a reload may have its lock until the browser has cleared it away. */
const RELOAD_MS = 2_000

/** Undefined over plain HTTP, where browsers have none. */
type Locks = LockManager | undefined

/**
 * The id of this tab, which it holds as long as it is open: the one it had before a reload, unless a tab that was duplicated
 * has it still, or a new one.
 */
export async function holdTab(
  locks: Locks,
  former: string | null,
  newId: () => string,
): Promise<string> {
  if (former !== null && (await isHeld(locks, former))) return former
  const id = newId()
  await isHeld(locks, id)
  return id
}

async function isHeld(locks: Locks, id: string): Promise<boolean> {
  if (locks === undefined) return true
  const signal = AbortSignal.timeout(RELOAD_MS)
  return new Promise((resolve) => {
    const untilClosed = () => {
      resolve(true)
      return new Promise<never>(() => undefined)
    }
    locks.request(LOCK + id, { signal }, untilClosed).catch(() => resolve(false))
  })
}

/** True of the id of a tab that may be open; without locks of any. */
export async function openTabs(locks: Locks): Promise<(id: string) => boolean> {
  if (locks === undefined) return () => true
  const { held = [] } = await locks.query()
  const names = new Set(held.map(({ name }) => name))
  return (id) => names.has(LOCK + id)
}

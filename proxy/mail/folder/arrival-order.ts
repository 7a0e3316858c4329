import type { MailConnection } from '../connection/connection.ts'
import type { Folder } from '../cache/folder.ts'
import { bytesOf } from '../imap/parser/value.ts'
import { parseMailDate } from '../mime/header/mail-date.ts'

/** After an outage so many may have come that the server sorts them faster than we place them. */
const MAX_POSITIONED = 200
/** Messages whose dates are read at once to find a place: three times are enough for a million. */
const PROBES = 100

/**
 * The order by INTERNALDATE with the messages that came since it was made, undefined where it is to be made again. What
 * comes is nearly always the newest: then its date and that of the newest one are read, and nothing else. A message that
 * was moved here is as old as before, and its place is searched for; no mailbox is sorted for it.
 */
export async function withArrivals(
  connection: MailConnection,
  folder: Folder,
  { uids, upTo }: { readonly uids: Uint32Array; readonly upTo: number },
): Promise<Uint32Array | undefined> {
  const arrived = folder.uids.slice(folder.uids.countBelow(upTo + 1), folder.uids.length).slice()
  if (arrived.length > MAX_POSITIONED) return undefined
  const newest = uids.slice(-1)
  const dates = await readDates(connection, [...newest, ...arrived])
  const dateOf = (uid: number) => dates.get(uid) ?? 0
  const newestDate = dateOf(newest[0] ?? 0)
  const added: Place[] = []
  // One by one, and nearly always none of them has to ask.
  for (const uid of arrived) {
    const date = dateOf(uid)
    const index = date >= newestDate ? uids.length : await positionOf(connection, uids, date)
    added.push({ uid, date, index })
  }
  return merged(
    uids,
    added.sort((one, other) => one.date - other.date || one.uid - other.uid),
  )
}

interface Place {
  readonly uid: number
  readonly date: number
  /** Before which of the others it stands. */
  readonly index: number
}

/** How many messages of the order are not younger: of the same second the one that came later stands behind. */
async function positionOf(
  connection: MailConnection,
  uids: Uint32Array,
  date: number,
): Promise<number> {
  let [low, high] = [0, uids.length]
  while (low < high) {
    const step = Math.max(1, Math.ceil((high - low) / PROBES))
    const indexes = Array.from({ length: Math.ceil((high - low) / step) }, (_, n) => low + n * step)
    const dates = await readDates(
      connection,
      indexes.map((index) => uids[index] ?? 0),
    )
    // One that went away meanwhile counts as old: its place is beside.
    const younger = indexes.findIndex((index) => (dates.get(uids[index] ?? 0) ?? 0) > date)
    const [from, to] = [indexes[younger - 1], indexes[younger]]
    if (younger === 0) return low
    if (younger === -1) low = (indexes.at(-1) ?? low) + 1
    else [low, high] = [(from ?? low) + 1, to ?? high]
  }
  return low
}

async function readDates(
  connection: MailConnection,
  uids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const dates = new Map<number, number>()
  await connection.fetch(uids, '(INTERNALDATE)', (uid, items) => {
    const date = parseMailDate(bytesOf(items.get('INTERNALDATE')))
    if (date !== undefined) dates.set(uid, date)
  })
  return dates
}

function merged(uids: Uint32Array, added: readonly Place[]): Uint32Array {
  const all = new Uint32Array(uids.length + added.length)
  let [from, at] = [0, 0]
  for (const { uid, index } of added) {
    all.set(uids.subarray(from, index), at)
    at += index - from
    from = index
    all[at] = uid
    at += 1
  }
  all.set(uids.subarray(from), at)
  return all
}

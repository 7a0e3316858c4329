import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { spoolFault } from '../sql/sqlite-fault.ts'
import { createSegment, type Segment } from './segment.ts'

/** Room that is taken beforehand: some thousand sessions between two flushes. */
const ROOM_BYTES = 4 * 1024 * 1024

/** The two files of a journal, one of which is written to. */
export const pathsIn = (directory: string) =>
  [join(directory, 'journal-0.log'), join(directory, 'journal-1.log')] as const

/** Makes both, empty and durable by name. Throws StoreUnavailable. */
export async function createSegments(directory: string) {
  const [firstPath, secondPath] = pathsIn(directory)
  const opened: Segment[] = []
  try {
    const first = await createSegment(firstPath, ROOM_BYTES)
    opened.push(first)
    const second = await createSegment(secondPath, ROOM_BYTES)
    opened.push(second)
    await syncDirectory(directory)
    return [first, second] as const
  } catch (error) {
    for (const segment of opened) await segment.close()
    throw spoolFault(error)
  }
}

/** Removes them: the spool has what was in them. */
export async function removeSegments(directory: string): Promise<void> {
  for (const path of pathsIn(directory)) await rm(path, { force: true })
}

/** Names of new files are durable only with their directory (fsync(2)). */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

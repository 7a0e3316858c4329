import { createReadStream } from 'node:fs'
import { open, stat, truncate } from 'node:fs/promises'
import type { OutgoingFile } from '../../proxy/mail/index.ts'
import type { DocumentOwner } from '../../store/index.ts'
import { Refusal } from '../http/refusal.ts'
import { type FileFacts, prefixOf, openStagingDirectory } from './staging-directory.ts'

/** A file on its way, or whole. */
export interface Upload {
  readonly id: string
  readonly size: number
  /** Bytes that are here. */
  readonly offset: number
  /** Unix ms; it is deleted then unless something of it moves. */
  readonly expiresAt: number
}

/** Further bytes of a file. */
export interface Piece {
  /** Where the sender believes they begin. */
  readonly offset: number
  readonly body: AsyncIterable<Buffer>
  /** Makes `body` end: a newer request took the place of this one. */
  readonly stop: () => void
  /** Nothing of it stays unless `body` ends well. */
  readonly isAllOrNothing: boolean
}

/** How much lies there. */
export interface StagingCounts {
  readonly files: number
  readonly bytes: number
}

/** Files that owners attach, on the disk of this instance until their message is sent or stored; ids of others are unknown. */
export interface Staging {
  /** Room for a file; `full`: it would be more than a limit, or than the disk has. */
  create(owner: DocumentOwner, facts: FileFacts): Promise<Upload | 'full'>
  /** How far it is, for good: what still writes to it is ended first. */
  find(owner: DocumentOwner, id: string): Promise<Upload | undefined>
  /**
   * Writes what comes, as fast as the disk takes it. What is written when `body` throws stays, and so does the error.
   * Throws Refusal('body_too_large') for more than the file has.
   */
  append(owner: DocumentOwner, id: string, piece: Piece): Promise<Upload | 'missing' | 'conflict'>
  remove(owner: DocumentOwner, id: string): Promise<boolean>
  /** Their message is sent: they stay for a moment, for a page that has missed the answer and requests it again. */
  release(owner: DocumentOwner, ids: readonly string[]): void
  /** Whole files as they are attached. Throws Refusal('attachments_gone'). */
  files(owner: DocumentOwner, ids: readonly string[]): readonly OutgoingFile[]
  counts(): StagingCounts
  /** Ends looking for abandoned files. They stay for the next start. */
  close(): void
}

/** How much may lie there: declared sizes count from the beginning, so that what was begun can be ended. */
export interface StagingLimits {
  readonly filesPerOwner: number
  /** At least one message of the largest size, whatever this says. */
  readonly bytesPerOwner: number
  readonly files: number
  readonly bytes: number
  /** Of the disk: others write to it as well, the spool of sessions among them. */
  readonly freeBytes: number
  /** After the last byte or use. */
  readonly keepMs: number
  /** After a message was sent with it. */
  readonly releasedMs: number
  readonly sweepMs: number
}

interface StagingOptions {
  readonly directory: string
  readonly limits: StagingLimits
  readonly newId: () => string
  readonly now: () => number
  /** Is told when abandoned files cannot be deleted. */
  readonly onFault: (error: unknown) => void
}

interface Entry extends FileFacts {
  readonly prefix: string
  readonly id: string
  offset: number
  usedAt: number
  writing?: { readonly stop: () => void; readonly ended: Promise<void> } | undefined
}

/** Takes up what an earlier process left, and deletes what no one came back to. */
export async function openStaging(options: StagingOptions): Promise<Staging> {
  const { limits, newId, now, onFault } = options
  const directory = openStagingDirectory(options.directory)
  const entries = new Map<string, Entry>()
  for (const { writtenAt, ...file } of await directory.found()) {
    entries.set(file.id, { ...file, usedAt: writtenAt })
  }

  async function drop(entry: Entry): Promise<void> {
    entries.delete(entry.id)
    entry.writing?.stop()
    await entry.writing?.ended
    await directory.remove(entry.prefix, entry.id)
  }

  async function sweep(): Promise<void> {
    for (const entry of entries.values())
      if (entry.usedAt + limits.keepMs <= now()) await drop(entry)
  }

  function entryOf(owner: DocumentOwner, id: string): Entry | undefined {
    const entry = entries.get(id)
    return entry?.prefix === prefixOf(owner) ? entry : undefined
  }

  function uploadOf({ id, size, offset, usedAt }: Entry): Upload {
    return { id, size, offset, expiresAt: usedAt + limits.keepMs }
  }

  function isAllowed(prefix: string, size: number): boolean {
    const all = [...entries.values()]
    const own = all.filter((entry) => entry.prefix === prefix)
    if (own.length >= limits.filesPerOwner || all.length >= limits.files) return false
    return bytesOf(own) + size <= limits.bytesPerOwner && bytesOf(all) + size <= limits.bytes
  }

  /** Whether the disk takes all that is still to come. */
  async function hasDisk(): Promise<boolean> {
    const free = await directory.freeBytes()
    const missing = [...entries.values()].reduce((sum, { size, offset }) => sum + size - offset, 0)
    return free - missing >= limits.freeBytes
  }

  async function idle(entry: Entry): Promise<void> {
    while (entry.writing !== undefined) {
      entry.writing.stop()
      await entry.writing.ended
    }
  }

  async function write(entry: Entry, { body, isAllOrNothing }: Piece): Promise<void> {
    const path = directory.bytesPath(entry.prefix, entry.id)
    const startedAt = entry.offset
    const file = await open(path, 'a')
    try {
      for await (const chunk of body) {
        if (entry.offset + chunk.length > entry.size) throw new Refusal('body_too_large')
        await file.appendFile(chunk)
        entry.offset += chunk.length
        entry.usedAt = now()
      }
    } catch (error) {
      if (isAllOrNothing) await truncate(path, startedAt)
      throw error
    } finally {
      await file.close()
      entry.offset = (await stat(path)).size
    }
  }

  await sweep()
  const sweeping = setInterval(() => void sweep().catch(onFault), limits.sweepMs).unref()

  return {
    async create(owner, facts) {
      const prefix = prefixOf(owner)
      if (!isAllowed(prefix, facts.size)) return 'full'
      const entry: Entry = { ...facts, prefix, id: newId(), offset: 0, usedAt: now() }
      // Counted from now on, though it is not there yet.
      entries.set(entry.id, entry)
      try {
        if (await hasDisk()) {
          await directory.create(prefix, entry.id, facts)
          return uploadOf(entry)
        }
      } catch (error) {
        await drop(entry)
        throw error
      }
      entries.delete(entry.id)
      return 'full'
    },
    async find(owner, id) {
      const entry = entryOf(owner, id)
      if (entry === undefined) return undefined
      await idle(entry)
      return uploadOf(entry)
    },
    async append(owner, id, piece) {
      const entry = entryOf(owner, id)
      if (entry === undefined) return 'missing'
      await idle(entry)
      if (piece.offset !== entry.offset) return 'conflict'
      const written = write(entry, piece)
      const ended = written.then(
        () => undefined,
        () => undefined,
      )
      entry.writing = {
        stop: piece.stop,
        ended: ended.then(() => void (entry.writing = undefined)),
      }
      await written
      return uploadOf(entry)
    },
    async remove(owner, id) {
      const entry = entryOf(owner, id)
      if (entry !== undefined) await drop(entry)
      return entry !== undefined
    },
    release(owner, ids) {
      for (const id of ids) {
        const entry = entryOf(owner, id)
        if (entry !== undefined) entry.usedAt = now() - limits.keepMs + limits.releasedMs
      }
    },
    files: (owner, ids) =>
      ids.map((id) => {
        const entry = entryOf(owner, id)
        if (entry === undefined || entry.offset < entry.size) throw new Refusal('attachments_gone')
        entry.usedAt = now()
        const { prefix, name: filename, type, size } = entry
        const read = () => createReadStream(directory.bytesPath(prefix, id))
        return { filename, type, content: { size, read } }
      }),
    counts: () => ({
      files: entries.size,
      bytes: [...entries.values()].reduce((sum, { offset }) => sum + offset, 0),
    }),
    close: () => clearInterval(sweeping),
  }
}

function bytesOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0)
}

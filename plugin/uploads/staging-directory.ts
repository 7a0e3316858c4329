import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { DocumentOwner } from '../../store/index.ts'

/** What is known of a file before its bytes come. */
export interface FileFacts {
  readonly name: string
  /** Media type as the browser has it; it proves nothing. */
  readonly type: string
  readonly size: number
}

/** A file as it lies on the disk. */
export interface FoundFile extends FileFacts {
  /** Of the owner. */
  readonly prefix: string
  readonly id: string
  /** Bytes that are there. */
  readonly offset: number
  /** Unix ms of the last byte. */
  readonly writtenAt: number
}

const FACTS_END = '.json'

const factsSchema = z.object({ name: z.string(), type: z.string(), size: z.int().min(0) })

/** Owner, id, and the end of what is known of it. */
const NAME = /^([0-9a-f]{32})\.([\w-]+?)(\.json)?$/

/** Opens the directory of files on their way: for each its bytes, and beside them what is known of it. */
export function openStagingDirectory(directory: string) {
  const bytesPath = (prefix: string, id: string) => join(directory, `${prefix}.${id}`)
  const factsPath = (prefix: string, id: string) => `${bytesPath(prefix, id)}${FACTS_END}`

  async function remove(prefix: string, id: string): Promise<void> {
    await rm(factsPath(prefix, id), { force: true })
    await rm(bytesPath(prefix, id), { force: true })
  }

  async function read(prefix: string, id: string): Promise<FoundFile | undefined> {
    try {
      const facts = factsSchema.parse(JSON.parse(await readFile(factsPath(prefix, id), 'utf8')))
      const { size: offset, mtimeMs: writtenAt } = await stat(bytesPath(prefix, id))
      return { ...facts, prefix, id, offset, writtenAt }
    } catch {
      // Cut down while it was made: no one can name it.
      return undefined
    }
  }

  return {
    bytesPath,
    remove,
    /** What an earlier process left; what is no whole file of ours is deleted. */
    async found(): Promise<readonly FoundFile[]> {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await chmod(directory, 0o700)
      const left = new Map<string, readonly [prefix: string, id: string]>()
      for (const name of await readdir(directory)) {
        const [, prefix, id] = NAME.exec(name) ?? []
        if (prefix !== undefined && id !== undefined) left.set(bytesPath(prefix, id), [prefix, id])
      }
      const files: FoundFile[] = []
      for (const [prefix, id] of left.values()) {
        const file = await read(prefix, id)
        if (file === undefined) await remove(prefix, id)
        else files.push(file)
      }
      return files
    },
    async create(prefix: string, id: string, facts: FileFacts): Promise<void> {
      await writeFile(bytesPath(prefix, id), '', { mode: 0o600, flag: 'wx' })
      await writeFile(factsPath(prefix, id), JSON.stringify(facts), { mode: 0o600, flag: 'wx' })
    },
    /** Bytes of the file system that are still free for us. */
    async freeBytes(): Promise<number> {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize
    },
  }
}

/** What the names of an owner's files begin with: it tells nothing of them. */
export function prefixOf({ username, mailHost }: DocumentOwner): string {
  return createHash('sha256')
    .update(JSON.stringify([username, mailHost]))
    .digest('hex')
    .slice(0, 32)
}

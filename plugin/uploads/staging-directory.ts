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
  readonly folder: string
  readonly id: string
  /** Bytes that are there. */
  readonly offset: number
  /** Unix ms of the last byte. */
  readonly writtenAt: number
}

const FACTS_END = '.json'

const factsSchema = z.object({ name: z.string(), type: z.string(), size: z.int().min(0) })

/** Opens the directory of files on their way: one folder for each owner, and for each file its bytes and what is known of it. */
export function openStagingDirectory(directory: string) {
  const bytesPath = (folder: string, id: string) => join(directory, folder, id)
  const factsPath = (folder: string, id: string) => `${bytesPath(folder, id)}${FACTS_END}`

  async function remove(folder: string, id: string): Promise<void> {
    await rm(factsPath(folder, id), { force: true })
    await rm(bytesPath(folder, id), { force: true })
  }

  async function read(folder: string, id: string): Promise<FoundFile | undefined> {
    try {
      const facts = factsSchema.parse(JSON.parse(await readFile(factsPath(folder, id), 'utf8')))
      const { size: offset, mtimeMs: writtenAt } = await stat(bytesPath(folder, id))
      return { ...facts, folder, id, offset, writtenAt }
    } catch {
      // Cut down while it was made, or nothing of ours: no one can name it.
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
      const files: FoundFile[] = []
      for (const folder of await readdir(directory)) {
        const names = await readdir(join(directory, folder))
        const ids = new Set(names.map((name) => name.replace(/\.json$/, '')))
        for (const id of ids) {
          const file = await read(folder, id)
          if (file === undefined) await remove(folder, id)
          else files.push(file)
        }
      }
      return files
    },
    async create(folder: string, id: string, facts: FileFacts): Promise<void> {
      await mkdir(join(directory, folder), { recursive: true, mode: 0o700 })
      await writeFile(bytesPath(folder, id), '', { mode: 0o600, flag: 'wx' })
      await writeFile(factsPath(folder, id), JSON.stringify(facts), { mode: 0o600, flag: 'wx' })
    },
    /** Bytes of the file system that are still free for us. */
    async freeBytes(): Promise<number> {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize
    },
  }
}

/** Where the files of an owner lie: a name that tells nothing of them. */
export function folderOf({ username, mailHost }: DocumentOwner): string {
  return createHash('sha256')
    .update(JSON.stringify([username, mailHost]))
    .digest('hex')
    .slice(0, 32)
}

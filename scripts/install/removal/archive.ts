import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { systemErrorCode } from '../../../plugin/config/system-error.ts'
import type { EntryType } from '../own/own-tree.ts'

/** The archive cannot be made, or does not hold what it should. The message says why; nothing of it is left. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault'
}

/** A tar.gz that only its owner may read. */
export interface Archive {
  /** Saves these files and directories, and reads them back. Throws ArchiveFault. */
  save(entries: readonly ArchivedPath[]): Promise<void>
  /** Removes it, e.g. because nothing was saved. */
  discard(): Promise<void>
}

interface ArchivedPath {
  readonly path: string
  readonly type: EntryType
}

/** Makes the file, and never replaces one. `root` is the directory that the names in it are relative to. Throws ArchiveFault. */
export async function createArchive(path: string, root: string): Promise<Archive> {
  const file = await openNew(path)
  const discard = async (): Promise<void> => {
    await file.close()
    await rm(path, { force: true })
  }
  return {
    async save(entries) {
      try {
        // A socket has no content.
        await fill(file, entries.filter(({ type }) => type !== 'socket').map(nameBelow(root)), root)
        await syncDirectory(dirname(path))
      } catch (cause) {
        await discard()
        if (cause instanceof ArchiveFault) throw cause
        throw new ArchiveFault(`${path}: ${reasonOf(cause)}`, { cause })
      }
      await file.close()
    },
    discard,
  }
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx+', 0o600)
  } catch (cause) {
    const code = systemErrorCode(cause)
    if (code === undefined) throw cause
    const fault = code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`
    throw new ArchiveFault(`${path} ${fault}`, { cause })
  }
}

/** As tar names them: a directory ends with a slash. */
function nameBelow(root: string): (entry: ArchivedPath) => string {
  return ({ path, type }) => `${relative(root, path)}${type === 'directory' ? '/' : ''}`
}

async function fill(file: FileHandle, names: readonly string[], root: string): Promise<void> {
  // The directory holds for what is named behind it.
  const common = ['--gzip', '--file=-', `--directory=${root}`]
  await runTar(['--create', ...common, '--no-recursion', '--null', '--files-from=-'], {
    input: names.map((name) => `${name}\0`).join(''),
    output: file.fd,
  })
  await file.sync()
  // Names each member, and each difference: an archive that is whole names the members and nothing else.
  const again = await openAgain(file)
  try {
    const read = ['--compare', '--verbose', '--quoting-style=literal', ...common]
    const seen = await runTar(read, { input: again.fd, output: 'pipe' })
    if (seen === names.map((name) => `${name}\n`).join('')) return
    const different = seen.split('\n').find((line) => line !== '' && !names.includes(line))
    throw new ArchiveFault(`the archive is not as the files: ${different ?? 'some are missing'}`)
  } finally {
    await again.close()
  }
}

/** The same file from its beginning, whatever its name leads to by now. */
function openAgain(file: FileHandle): Promise<FileHandle> {
  return open(`/proc/self/fd/${file.fd}`, 'r')
}

async function runTar(
  args: readonly string[],
  { input, output }: { readonly input: string | number; readonly output: 'pipe' | number },
): Promise<string> {
  // Its messages are read by users, its names are bytes.
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' }
  const tar = spawn('tar', args, {
    env,
    stdio: [typeof input === 'number' ? input : 'pipe', output, 'pipe'],
  })
  const ended = once(tar, 'close')
  const errors = tar.stderr === null ? '' : text(tar.stderr)
  const shown = tar.stdout === null ? '' : text(tar.stdout)
  // It may end before it has read all of it: its own message says why.
  tar.stdin?.on('error', () => undefined).end(input)
  await ended
  if (tar.exitCode === 0) return shown
  const [first] = (await errors).trim().split('\n')
  const [difference] = (await shown).split('\n').filter((line) => line.includes(': '))
  throw new ArchiveFault(difference ?? first ?? 'tar failed')
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

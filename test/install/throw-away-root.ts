import { execFile } from 'node:child_process'
import { lstat, mkdir, readFile, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startServerProcess } from '../support/server-process.ts'
import { makeDirectory, removeDirectory, type Teardown } from '../support/temporary-directory.ts'

const run = promisify(execFile)

/** This machine once more, with its own mounts and processes: what is written stays in a layer above. */
export interface ThrowAwayRoot {
  /** Runs a program in there as root. Throws when it ends with another code than 0. */
  run(...command: readonly string[]): Promise<string>
  /** Puts a file there, with its folders. */
  write(path: string, text: string, mode?: string): Promise<void>
  /** Paths that differ from this machine now; a file written with the same bytes again does not. */
  changes(): Promise<readonly string[]>
}

/** A loaded machine takes its time for an installation. */
const COMMAND_MS = 180_000

/** Leaves of programs of the system that touch their files even when nothing changes. */
const LEFT_BY_SYSTEM = /^\/etc\/(passwd|group|shadow|gshadow|subuid|subgid)-$|^\/etc\/\.pwd\.lock$/

/** Lays a writable layer over `/` in namespaces of their own. Needs root; all that runs in there ends with the test. */
export async function createThrowAwayRoot(t: Teardown): Promise<ThrowAwayRoot> {
  const directory = await makeDirectory('root')
  t.teardown(() => removeDirectory(directory))
  const [layer, work, root] = ['layer', 'work', 'root'].map((name) => join(directory, name))
  if (layer === undefined || work === undefined || root === undefined) throw new Error('no folders')
  for (const folder of [layer, work, root]) await mkdir(folder)
  const setUp = [
    `mount -t overlay overlay -o lowerdir=/,upperdir=${layer},workdir=${work} ${root}`,
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    'echo ready',
    'exec sleep 600',
  ].join(' && ')
  const holder = await startServerProcess({
    command: 'unshare',
    args: ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', setUp],
    ready: async (output) => {
      await output.waitFor(/^ready$/m)
    },
  })
  t.teardown(() => holder.kill())
  const children = await readFile(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8')
  // Outside these mounts the folder is empty: nothing can be run on the machine itself by mistake.
  const enter = ['--target', children.trim(), '--mount', '--pid', 'chroot', root]

  const runInside = async (...command: readonly string[]): Promise<string> => {
    const { stdout } = await run('nsenter', [...enter, ...command], { timeout: COMMAND_MS })
    return stdout
  }
  return {
    run: runInside,
    async write(path, text, mode = '644') {
      const script = 'mkdir -p "$(dirname "$1")" && printf %s "$2" > "$1" && chmod "$3" "$1"'
      await runInside('sh', '-c', script, 'sh', path, text, mode)
    },
    changes: () => changesOf(layer),
  }
}

async function changesOf(layer: string, path = ''): Promise<readonly string[]> {
  const changes: string[] = []
  for (const { name } of await readdir(join(layer, path), { withFileTypes: true })) {
    const inside = `${path}/${name}`
    if (LEFT_BY_SYSTEM.test(inside)) continue
    const above = await lstat(join(layer, inside))
    const isSame = await isSameAsHere(join(layer, inside), inside)
    if (!isSame) changes.push(inside)
    else if (above.isDirectory()) changes.push(...(await changesOf(layer, inside)))
  }
  return changes
}

/** A folder is the same when its mode and owner are; a removed file shows as a device in the layer, and is not. */
async function isSameAsHere(above: string, here: string): Promise<boolean> {
  const now = await lstat(above)
  const before = await lstat(here).catch(() => undefined)
  if (before?.mode !== now.mode || before.uid !== now.uid || before.gid !== now.gid) return false
  if (now.isDirectory()) return true
  if (now.isSymbolicLink()) return (await readlink(above)) === (await readlink(here))
  return (await readFile(above)).equals(await readFile(here))
}

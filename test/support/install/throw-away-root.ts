import { execFile } from 'node:child_process'
import { lstat, mkdir, readFile, readdir, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { startServerProcess } from '../process/server-process.ts'
import { makeDirectory, removeDirectory, type Teardown } from '../process/temporary-directory.ts'
import { makeControlGroup, systemdCommands, writeFewUnits } from './throw-away-systemd.ts'

const run = promisify(execFile)

/** This machine again, with its own mounts and processes: what is written stays in a layer above. */
export interface ThrowAwayRoot {
  /** Runs a program in there as root. Throws when it ends with another code than 0. */
  run(...command: readonly string[]): Promise<string>
  /** The same with the network of this machine. */
  runOnline(...command: readonly string[]): Promise<string>
  /** Puts a file there, with its folders. */
  write(path: string, text: string, mode?: string): Promise<void>
  /** Paths that differ from this machine now; a file written with the same bytes again does not. */
  changes(): Promise<readonly string[]>
  /** Shows a folder of this machine in there, live; the place where it is shown is none of the changes. */
  show(folder: string, at: string): Promise<void>
}

interface RootOptions {
  /** systemd runs in there and takes orders, with few units of its own (throw-away-systemd.ts). */
  readonly hasSystemd?: boolean
  /** It has a loopback of its own and reaches nothing else, so that any port is free. */
  readonly hasOwnNetwork?: boolean
  /** Folder with the system that lies below, instead of this machine's; systemd knows all its units. */
  readonly base?: string
  /** A packaged release whose packages Node finds in there: for the lean one (lean-release.ts), which has none of its own. */
  readonly packagesOf?: string
}

/** Where an installation keeps its files on a real root. */
export const realRootSettings = {
  database: { url: 'sqlite:/var/lib/postern/postern.db' },
  dataDir: '/var/lib/postern',
  credentialsDir: '/etc/postern/secrets',
  errorLog: '/var/log/postern/error.log',
}

/** A loaded machine takes its time for an installation. */
const COMMAND_MS = 180_000

/**
 * Leaves of programs of the system: they touch their files even when nothing changes, or are stopped while they start a service. So is
 * the installer's lock, which a real machine has in memory.
 */
const LEFT_BY_SYSTEM =
  /^\/run\/postern-installer(?:\/|$)|^\/etc\/(passwd|group|shadow|gshadow|subuid|subgid)-$|^\/etc\/\.pwd\.lock$|^\/var\/log\/journal\/|^\/tmp\/namespace-dev-/

/** Lays a writable layer over `/` in namespaces of their own. Needs root; all that runs in there ends with the test. */
export async function createThrowAwayRoot(
  t: Teardown,
  { hasSystemd = false, hasOwnNetwork = false, base = '/', packagesOf }: RootOptions = {},
): Promise<ThrowAwayRoot> {
  const directory = await makeDirectory('root')
  t.teardown(() => removeDirectory(directory))
  const [layer, work, root, units] = ['layer', 'work', 'root', 'units'].map((name) =>
    join(directory, name),
  )
  if (!layer || !work || !root || !units) throw new Error('no folders')
  for (const folder of [layer, work, root, units]) await mkdir(folder)
  await writeFewUnits(units, base)
  const group = await makeControlGroup(basename(directory))
  t.teardown(() => group.remove())
  const setUp = [
    `mount -t overlay overlay -o lowerdir=${base},upperdir=${layer},workdir=${work} ${root}`,
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    ...(hasOwnNetwork ? ['ip link set lo up'] : []),
    'echo ready',
    ...(hasSystemd ? systemdCommands(root, units, base) : ['exec sleep 600']),
  ].join(' && ')
  const own = [
    '--mount',
    '--pid',
    '--cgroup',
    '--uts',
    '--ipc',
    ...(hasOwnNetwork ? ['--net'] : []),
  ]
  const holder = await startServerProcess({
    command: 'sh',
    args: [
      '-c',
      'echo $$ > "$1" && shift && exec "$@"',
      'sh',
      group.processList,
      ...['unshare', ...own, '--fork', '--kill-child', 'sh', '-c', setUp],
    ],
    ready: async (output) => {
      await output.waitFor(/^ready$/m)
    },
  })
  t.teardown(() => holder.kill())
  const children = await readFile(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8')
  // Outside these mounts the folder is empty: nothing can be run on the machine itself by mistake.
  const enter = ['--target', children.trim(), ...own]

  const runIn = async (
    namespaces: readonly string[],
    command: readonly string[],
  ): Promise<string> => {
    const { stdout } = await run('nsenter', [...namespaces, 'chroot', root, ...command], {
      timeout: COMMAND_MS,
      maxBuffer: 16 * 1024 * 1024,
    })
    return stdout
  }
  const shown = new Set<string>()
  const runInside = (...command: readonly string[]) => runIn(enter, command)
  if (hasSystemd) {
    await runInside('sh', '-c', 'until test -S /run/systemd/private; do sleep 0.1; done')
  }
  const show = async (folder: string, at: string): Promise<void> => {
    shown.add(at)
    await runInside('mkdir', '-p', at)
    await run('nsenter', [...enter, 'mount', '--bind', folder, join(root, at)])
  }
  if (packagesOf !== undefined) await show(join(packagesOf, 'node_modules'), '/node_modules')
  return {
    run: runInside,
    runOnline: (...command) =>
      runIn(
        enter.filter((option) => option !== '--net'),
        command,
      ),
    async write(path, text, mode = '644') {
      const script = 'mkdir -p "$(dirname "$1")" && printf %s "$2" > "$1" && chmod "$3" "$1"'
      await runInside('sh', '-c', script, 'sh', path, text, mode)
    },
    changes: async () => (await changesOf(layer, base)).filter((path) => !shown.has(path)),
    show,
  }
}

async function changesOf(layer: string, base: string, path = ''): Promise<readonly string[]> {
  const changes: string[] = []
  for (const { name } of await readdir(join(layer, path), { withFileTypes: true })) {
    const inside = `${path}/${name}`
    if (LEFT_BY_SYSTEM.test(inside)) continue
    const above = await lstat(join(layer, inside))
    const isAsBefore = await isSame(join(layer, inside), join(base, inside))
    if (!isAsBefore) changes.push(inside)
    else if (above.isDirectory()) changes.push(...(await changesOf(layer, base, inside)))
  }
  return changes
}

/** A folder is the same when its mode and owner are; a removed file shows as a device in the layer, and is not. */
async function isSame(above: string, below: string): Promise<boolean> {
  const now = await lstat(above)
  const before = await lstat(below).catch(() => undefined)
  if (before?.mode !== now.mode || before.uid !== now.uid || before.gid !== now.gid) return false
  if (now.isDirectory()) return true
  if (now.isSymbolicLink()) return (await readlink(above)) === (await readlink(below))
  return (await readFile(above)).equals(await readFile(below))
}

import { mkdir, readFile, readdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from '../../../plugin/config/system-error.ts'
import { eventually } from '../database/rows.ts'

/** Units of the machine that a service needs; everything else would act on the machine itself. */
const UNITS_OF_THE_SYSTEM = ['systemd-journald.service', 'systemd-journald.socket']

/** What systemd starts at first. */
const BOOTED = 'throw-away'

/** Targets that services and sockets hang on, without what the machine hangs on them. */
const TARGETS = [BOOTED, 'sysinit', 'basic', 'sockets', 'multi-user', 'network-online', 'shutdown']

/** A control group of its own for everything in a throw-away root. */
export interface ControlGroup {
  /** A process that is written into it stays in it, with all it starts. */
  readonly processList: string
  /** Ends what is still in it, at once. */
  remove(): Promise<void>
}

/** Makes it in the tree of version 2, wherever that is mounted. Needs root. */
export async function makeControlGroup(name: string): Promise<ControlGroup> {
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '))
  const tree = mounts.find(([, , type]) => type === 'cgroup2')?.[1]
  if (tree === undefined) throw new Error('no control groups of version 2 are mounted')
  const path = join(tree, name)
  await mkdir(path)
  return {
    processList: join(path, 'cgroup.procs'),
    async remove() {
      await writeFile(join(path, 'cgroup.kill'), '1')
      const isDeleted = await eventually(() => tryToRemove(path), Boolean)
      if (!isDeleted) throw new Error(`${path} is still in use`)
    },
  }
}

/** What was killed is in its group until the kernel has done with it. */
async function tryToRemove(path: string): Promise<boolean> {
  try {
    await removeGroup(path)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'EBUSY') return false
    throw error
  }
}

async function removeGroup(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeGroup(join(path, entry.name))
  }
  await rmdir(path)
}

/** Writes the units that the systemd of a throw-away root may know besides those in its `/etc`. */
export async function writeFewUnits(directory: string, base: string): Promise<void> {
  for (const name of UNITS_OF_THE_SYSTEM) {
    await writeFile(
      join(directory, name),
      await readFile(join(base, 'usr/lib/systemd/system', name), 'utf8'),
    )
  }
  for (const name of TARGETS) {
    const wants = name === BOOTED ? `Wants=${UNITS_OF_THE_SYSTEM.join(' ')}\n` : ''
    const text = `[Unit]\nDescription=${name}\nDefaultDependencies=no\n${wants}`
    await writeFile(join(directory, `${name}.target`), text)
  }
}

/**
 * Shell words that make a new root systemd's own: mounts below it, and the init itself instead of the shell. `base` is the
 * system below the layer: units of one that is not this machine's act on nothing but what was made for the test.
 */
export function systemdCommands(root: string, units: string, base: string): readonly string[] {
  const environment = [
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    // It must not touch what belongs to a machine: kernel settings, clocks, consoles.
    'container=throw-away',
    `SYSTEMD_UNIT_PATH=/etc/systemd/system:/run/few-units${base === '/' ? '' : ':/usr/lib/systemd/system'}`,
  ]
  return [
    'hostname throw-away',
    `mount -t tmpfs tmpfs ${root}/run`,
    `mkdir -p ${root}/run/lock ${root}/run/few-units`,
    `cp ${units}/* ${root}/run/few-units/`,
    `mount -t sysfs -o ro sysfs ${root}/sys`,
    `mount -t cgroup2 cgroup2 ${root}/sys/fs/cgroup`,
    `exec chroot ${root} env -i ${environment.join(' ')} /usr/lib/systemd/systemd --system --unit=${BOOTED}.target`,
  ]
}

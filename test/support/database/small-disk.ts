import { existsSync } from 'node:fs'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import test from 'ava'
import { isRoot, runToEnd } from './server.ts'
import { makeDirectory, removeDirectory, type Teardown } from '../process/temporary-directory.ts'

/** A file system of its own, small enough to be filled, that can break as real ones do. */
export interface SmallDisk {
  /** A directory on it. */
  readonly path: string
  /** Takes all the room there is. */
  fill(): Promise<void>
  /** Gives it back. */
  free(): Promise<void>
  /** The kernel finds the file system damaged and stops writing to it, under those who have files open. */
  breakToReadOnly(): Promise<void>
  /** Repaired by the administrator: writable again. No one may have files open. */
  repair(): void
  remountReadOnly(): void
}

/** For tests that mount: skipped for everybody but root, and where the kernel has no loop devices. */
export const testWithDisks = isRoot && existsSync('/dev/loop-control') ? test.serial : test.skip

/** Makes an ext4 of that size in a file and mounts it. */
export async function mountSmallDisk(t: Teardown, mebibytes = 4): Promise<SmallDisk> {
  const directory = await makeDirectory('disk')
  const image = join(directory, 'image')
  const path = join(directory, 'mounted')
  await mkdir(path)
  await writeFile(image, '')
  runToEnd('truncate', [`--size=${mebibytes}M`, image])
  runToEnd('mkfs.ext4', ['-q', '-m', '0', '-O', '^has_journal', image])
  const mount = () => runToEnd('mount', ['-o', 'loop,errors=remount-ro', image, path])
  mount()
  t.teardown(async () => {
    // Lazily: a test that failed may have left a user who still writes.
    runToEnd('umount', ['--lazy', path])
    await removeDirectory(directory)
  })

  const ballast = join(path, 'ballast')
  return {
    path,
    async fill() {
      const file = await open(ballast, 'a')
      try {
        await appendUntilFull((bytes) => file.appendFile(Buffer.alloc(bytes)))
      } finally {
        await file.close()
      }
    },
    free: () => rm(ballast),
    async breakToReadOnly() {
      const { stdout } = spawnSync('findmnt', ['-n', '-o', 'SOURCE', path], { encoding: 'utf8' })
      const device = basename(stdout.trim())
      await writeFile(`/sys/fs/ext4/${device}/trigger_fs_error`, 'by a test')
    },
    repair() {
      runToEnd('umount', [path])
      // Exit code 1: errors were corrected.
      spawnSync('e2fsck', ['-fy', image])
      mount()
    },
    remountReadOnly: () => runToEnd('mount', ['-o', 'remount,ro', path]),
  }
}

async function appendUntilFull(append: (bytes: number) => Promise<void>): Promise<void> {
  for (let bytes = 65_536; bytes >= 512; bytes /= 2) {
    let isFull = false
    while (!isFull) {
      isFull = await append(bytes).then(
        () => false,
        () => true,
      )
    }
  }
}

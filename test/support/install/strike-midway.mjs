import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded into an installer by --import: right before the n-th of its changes to the file system it is killed
// as the kernel would, or the disk is filled. STRIKE_BEFORE is n; STRIKE_AMONG names the calls that count,
// with commas; STRIKE_PATH is how a path of theirs must end to count; STRIKE_FILL is the mounted tmpfs that becomes full, and
// without it the installer is killed.

const { STRIKE_BEFORE, STRIKE_AMONG = '', STRIKE_PATH = '', STRIKE_FILL } = process.env
const fatal = Number(STRIKE_BEFORE)
const names = STRIKE_AMONG.split(',')
let changes = 0

function count() {
  changes += 1
  if (changes !== fatal) return
  if (STRIKE_FILL === undefined) process.kill(process.pid, 'SIGKILL')
  else takeFreeRoom(STRIKE_FILL)
}

/** Makes a disk as small as what is on it: the same as a file that fills it, without half a gigabyte to write. */
function takeFreeRoom(disk) {
  const { blocks, bfree, bsize } = fs.statfsSync(disk)
  const { status } = spawnSync('mount', ['-o', `remount,size=${(blocks - bfree) * bsize}`, disk])
  if (status !== 0) throw new Error(`${disk} cannot be made smaller`)
}

function counted(change) {
  return function (...args) {
    const paths = args.filter((arg) => typeof arg === 'string')
    if (STRIKE_PATH === '' || paths.some((path) => path.endsWith(STRIKE_PATH))) count()
    return change.apply(this, args)
  }
}

for (const name of names.filter((name) => name in fs.promises)) {
  fs.promises[name] = counted(fs.promises[name])
}
const probe = await fs.promises.open('/dev/null')
const handle = Object.getPrototypeOf(probe)
await probe.close()
for (const name of ['sync', 'appendFile', 'writeFile']) {
  if (names.includes(`handle.${name}`)) handle[name] = counted(handle[name])
}
syncBuiltinESMExports()

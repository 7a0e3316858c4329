import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded into an installer by --import: right before the n-th of its changes to the file system it is killed
// as the kernel would, or the disk is filled. STRIKE_BEFORE is n; STRIKE_AMONG names the calls that count,
// with commas; STRIKE_PATH is how a path of theirs must end to count; STRIKE_FILL is the file that takes all the room, and without it the installer is killed.

const { STRIKE_BEFORE, STRIKE_AMONG = '', STRIKE_PATH = '', STRIKE_FILL } = process.env
const fatal = Number(STRIKE_BEFORE)
const names = STRIKE_AMONG.split(',')
let changes = 0

function count() {
  changes += 1
  if (changes !== fatal) return
  if (STRIKE_FILL === undefined) process.kill(process.pid, 'SIGKILL')
  else spawnSync('dd', ['if=/dev/zero', `of=${STRIKE_FILL}`, 'bs=1M'])
}

function counted(change) {
  return function (...args) {
    const paths = args.filter((arg) => typeof arg === 'string')
    if (STRIKE_PATH === '' || paths.some((path) => path.endsWith(STRIKE_PATH))) count()
    return change.apply(this, args)
  }
}

for (const name of names.filter((name) => name in fs.promises && name !== 'cp')) {
  fs.promises[name] = counted(fs.promises[name])
}
if (names.includes('cp')) {
  const copy = fs.promises.cp
  fs.promises.cp = (from, to, options) =>
    copy(from, to, {
      ...options,
      // In the middle of a tree, three times and not for each of its files.
      filter(source) {
        if (source.endsWith('.js')) count()
        return true
      },
    })
}
const probe = await fs.promises.open('/dev/null')
const handle = Object.getPrototypeOf(probe)
await probe.close()
for (const name of ['sync', 'appendFile', 'writeFile']) {
  if (names.includes(`handle.${name}`)) handle[name] = counted(handle[name])
}
syncBuiltinESMExports()

import { spawn, type ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

/**
 * Reads what to end from the test process, line by line, and waits for the end of that: a process that was killed
 * (SIGKILL) runs no handler, and only its end of this pipe reports that it is missing. Numbers may be used again, so what has
 * ended is taken off.
 */
const WATCH = `
trap '' INT TERM HUP
groups=' ' states=''
while read -r act subject; do
  case $act in
    group) groups="$groups$subject " ;;
    ended) case $groups in *" $subject "*) groups="\${groups%% $subject *} \${groups#* $subject }" ;; esac ;;
    supervisor) states="$states $subject" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
for round in 1 2 3 4 5 6 7 8 9 10; do
  for state in $states; do
    pid=$(sed -n 's/.*"supervisor":\\([0-9][0-9]*\\).*/\\1/p' "$state" 2>/dev/null)
    [ -n "$pid" ] && grep -q supervisor "/proc/$pid/cmdline" 2>/dev/null && kill -TERM "$pid"
  done
  # A machine that is gone was taken down by its test; one that was just about to start has no state yet.
  isLeft=
  for state in $states; do [ -d "\${state%/run/*}" ] && isLeft=1; done
  [ -n "$isLeft" ] || exit 0
  sleep 1
done
`

let watch: Writable | undefined

/** Has this process group killed when this process ends in whatever way. */
export function endGroupWithParent(pid: number): void {
  send(`group ${pid}`)
}

/** The group has ended: its number may be another's. */
export function groupHasEnded(pid: number): void {
  send(`ended ${pid}`)
}

/** The same for a program that was started in a group of its own (`detached`), as long as it runs. */
export function endProgramWithParent(program: ChildProcess): void {
  const { pid } = program
  if (pid === undefined) return
  endGroupWithParent(pid)
  program.once('exit', () => groupHasEnded(pid))
}

/** Has the supervisor of this state file end, with its Postern, when this process ends in whatever way. */
export function endSupervisorWithParent(stateFile: string): void {
  send(`supervisor ${stateFile}`)
}

function send(line: string): void {
  watch ??= startWatch()
  watch.write(`${line}\n`)
}

function startWatch(): Writable {
  // A group of its own: what ends this process's group must not end the watch before it has done its work.
  const child = spawn('/bin/sh', ['-c', WATCH], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  const { stdin } = child
  // Anyone who kills the watch itself is told nothing; the tests continue.
  stdin.on('error', () => undefined)
  if (stdin instanceof Socket) stdin.unref()
  return stdin
}

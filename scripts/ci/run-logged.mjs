import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long output may still come from what a program left running, before that is ended too. */
const outputGraceMs = 5_000

/** The least of what Linux has. */
const LAST_PRIORITY = 19

/**
 * Runs a program, shows its output as it comes and answers it whole, with the exit code; 1 when a signal
 * ended it. What it leaves running in its process group is ended, and so is everything after `limitMs`. One that `givesWay` to
 * others gets what these leave of the processors, and is shown in one piece at its end.
 */
export async function runLogged(command, args, { limitMs, givesWay = false }) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: 'true', NO_COLOR: '1' },
    // A process group of its own, so that the servers of the tests end with it.
    detached: true,
  })
  if (givesWay) giveWay(child.pid)
  const end = () => endGroup(child.pid)
  const timer = setTimeout(
    () => {
      console.log(`${command} ${args.join(' ')}: out of time, ended`)
      end()
    },
    Math.max(0, limitMs),
  )
  const signals = ['SIGINT', 'SIGTERM']
  for (const signal of signals) process.on(signal, end)
  const pieces = []
  for (const [stream, shown] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    stream.on('data', (piece) => {
      pieces.push(piece)
      if (!givesWay) shown.write(piece)
    })
  }
  const closed = once(child, 'close')
  const [exitCode] = await once(child, 'exit')
  // A server that outlives the program holds its output open; waiting for that would have no end.
  await Promise.race([closed, sleep(outputGraceMs, undefined, { ref: false })])
  end()
  child.stdout.destroy()
  child.stderr.destroy()
  clearTimeout(timer)
  for (const signal of signals) process.off(signal, end)
  const output = Buffer.concat(pieces)
  if (givesWay) process.stdout.write(output)
  return { exitCode: exitCode ?? 1, output: output.toString() }
}

function giveWay(pid) {
  setPriority(pid, LAST_PRIORITY)
  try {
    // A process group of its own is a session of its own: between sessions this counts, and not the priority (sched(7)).
    writeFileSync(`/proc/${pid}/autogroup`, String(LAST_PRIORITY))
  } catch {
    // A kernel without such groups has the priority alone.
  }
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It ended automatically just now.
    if (error.code !== 'ESRCH') throw error
  }
}

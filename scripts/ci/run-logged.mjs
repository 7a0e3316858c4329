import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs a program, shows its output as it comes and answers it whole, with the exit code; 1 when a signal
 * ended it. After `limitMs` the program is ended with all it started.
 */
export async function runLogged(command, args, { limitMs }) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: 'true', NO_COLOR: '1' },
    // A process group of its own, so that the servers of the tests end with it.
    detached: true,
  })
  const end = () => endGroup(child.pid)
  const timer = setTimeout(end, Math.max(0, limitMs))
  const signals = ['SIGINT', 'SIGTERM']
  for (const signal of signals) process.on(signal, end)
  const pieces = []
  for (const [stream, shown] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    stream.on('data', (piece) => {
      pieces.push(piece)
      shown.write(piece)
    })
  }
  const [exitCode] = await once(child, 'close')
  clearTimeout(timer)
  for (const signal of signals) process.off(signal, end)
  return { exitCode: exitCode ?? 1, output: Buffer.concat(pieces).toString() }
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself just now.
    if (error.code !== 'ESRCH') throw error
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Runs a program in the repository and answers its exit code; 1 when a signal ended it. SIGTERM is
 * passed on; Ctrl-C reaches the program automatically, and this process only waits until it has cleaned up.
 */
export async function run(command, args, { env = {}, stdout = 'inherit' } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout === 'stderr' ? process.stderr : stdout, 'inherit'],
  })
  const passOn = () => child.kill('SIGTERM')
  const wait = () => undefined
  process.on('SIGTERM', passOn)
  process.on('SIGINT', wait)
  const [code] = await once(child, 'exit')
  process.off('SIGTERM', passOn)
  process.off('SIGINT', wait)
  return code ?? 1
}

/** Runs a program whose failure ends the set-up. Its output goes to standard error. */
export async function mustRun(command, args, options = {}) {
  const code = await run(command, args, { stdout: 'stderr', ...options })
  if (code !== 0) throw new Error(`\`${command} ${args.join(' ')}\` ended with code ${code}`)
}

/** One line about what the set-up is doing, on standard error: standard output belongs to the results. */
export function say(line) {
  process.stderr.write(`postern: ${line}\n`)
}

import { run, say } from './run.mjs'

/**
 * Does what a fresh clone needs, step by step, and then runs a program of node with these arguments. What
 * a step cannot do is said in a line, and nothing is run. Sets the exit code of the process.
 */
export async function runPrepared(steps, args) {
  if (await prepare(steps)) process.exitCode = await run(process.execPath, args)
}

/** The same without a program. Resolves to whether all steps were done. */
export async function prepare(steps) {
  try {
    checkNodeVersion()
    for (const step of steps) await step()
    return true
  } catch (error) {
    say(error.message)
    process.exitCode = 1
    return false
  }
}

/** Refuses a Node that is too old, by words rather than by a syntax error somewhere. */
function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(`Node 20.19 or newer is needed, this is ${process.versions.node}`)
}

import { checkNodeVersion } from './node-version.mjs'
import { run } from './run.mjs'
import { say } from './say.mjs'

/**
 * Does what a fresh clone needs, step by step, and then runs a program of node with these arguments. What
 * a step can not do is said in a line, and nothing is run. Sets the exit code of the process.
 */
export async function runPrepared(steps, args) {
  try {
    checkNodeVersion()
    for (const step of steps) await step()
  } catch (error) {
    say(error.message)
    process.exitCode = 1
    return
  }
  process.exitCode = await run(process.execPath, args)
}

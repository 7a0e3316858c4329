import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))

/** As whom, and what is typed. */
interface RunOptions {
  readonly uid?: number
  readonly gid?: number
  readonly input?: string
}

/** Runs the built program to its end, as another user where one is named. */
export async function runMain(
  directory: string,
  args: readonly string[],
  { input = '', ...user }: RunOptions = {},
) {
  const child = execFile(process.execPath, [main, ...args], { cwd: directory, ...user })
  child.stdin?.end(input)
  let output = ''
  const collect = (text: string): void => {
    output += text
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  await once(child, 'close')
  return { code: child.exitCode, output }
}

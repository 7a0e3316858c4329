import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import { endProgramWithParent } from '../process/end-with-parent.ts'

/** How a run of a launcher ended. */
export interface LauncherRun {
  readonly code: number | null
  readonly output: string
}

/** Runs `scripts/install` or `scripts/uninstall` of a release to its end. */
export async function runLauncher(
  release: string,
  launcher: 'install' | 'uninstall',
  args: readonly string[],
): Promise<LauncherRun> {
  const child = startLauncher(release, launcher, args)
  const output = collect(child)
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

/** Starts one, to be signalled. */
export function startLauncher(
  release: string,
  launcher: 'install' | 'uninstall',
  args: readonly string[],
): ChildProcess {
  const program = spawn(join(release, 'scripts', launcher), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  // One that continued would start a Postern that no one ends.
  endProgramWithParent(program)
  return program
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  const chunks: string[] = []
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (chunk: string) => chunks.push(chunk))
  }
  return () => chunks.join('')
}

const reportSchema = z.object({
  outcome: z.string(),
  findings: z.array(z.object({ kind: z.string(), subject: z.string(), text: z.string() })),
  steps: z.array(z.string()),
  problems: z.array(z.string()),
  log: z.array(z.string()),
})

/** The report of a run with `--json`. */
export function readReport({ output }: LauncherRun): z.output<typeof reportSchema> {
  return reportSchema.parse(JSON.parse(output))
}

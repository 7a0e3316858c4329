import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonOf } from '../../plugin/config/corrupt-file.ts'

/** A doctor that waits for every server to its limit takes a fraction of it; a busy machine its time. */
const DOCTOR_MS = 120_000

const response = z.object({
  findings: z.array(
    z.object({
      id: z.string(),
      severity: z.enum(['fine', 'note', 'warning', 'error']),
      seen: z.string(),
      advice: z.string().optional(),
    }),
  ),
})

/** One thing that `postern doctor` looked at (plugin/findings/finding.ts). */
export type DoctorFinding = z.output<typeof response>['findings'][number]

/** The doctor could not be asked, or said nothing that can be read. */
export class DoctorSilent extends Error {
  override readonly name = 'DoctorSilent'
}

/**
 * Runs `postern doctor` of a release, which brings the drivers and the words for every server that the installer has not
 * itself. With `servers` it asks only those that the configuration names. Throws DoctorSilent.
 */
export async function runDoctor(
  release: string,
  configFile: string,
  about: 'everything' | 'servers',
): Promise<readonly DoctorFinding[]> {
  const args = ['doctor', '--json', '--config', configFile]
  const output = await run([
    join(release, 'dist/main.js'),
    ...(about === 'servers' ? [...args, '--servers'] : args),
  ])
  const parsed = response.safeParse(jsonOf(output.stdout))
  if (parsed.success) return parsed.data.findings
  const reason = output.stderr
    .trim()
    .split('\n')
    .find((line) => line.includes('Error'))
  throw new DoctorSilent(reason ?? 'it said nothing')
}

/** Its exit code reports what it found, which the response says better. */
function run(
  args: readonly string[],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  // Nothing of the administrator's shell: POSTERN_* variables would change settings.
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    NODE_ENV: 'production',
    UV_THREADPOOL_SIZE: '16',
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { env, timeout: DOCTOR_MS }, (_error, stdout, stderr) => {
      resolve({ stdout, stderr })
    })
  })
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { eventually } from '../../../support/database/rows.ts'
import type { Postern } from '../../../support/postern/postern.ts'
import { postern as run } from '../command-line.ts'

const explanation = z.object({
  requestId: z.string(),
  outcome: z.string(),
  user: z.string().optional(),
  ip: z.string().optional(),
  phases: z.record(z.string(), z.number()),
  causes: z.array(
    z.object({ what: z.string(), advice: z.string(), setting: z.string().optional() }),
  ),
})

export type Explained = z.output<typeof explanation>

/** Writes what this Postern has logged so far where `explainedNow` has it read, and resolves to it. */
export async function keepLog({ directory, output }: Postern): Promise<string> {
  const text = output.text()
  await writeFile(join(directory, 'told.log'), text)
  return text
}

/** What `postern explain` says of a request by what was kept; undefined when nothing is known of it. */
export async function explainedNow(
  { directory }: Postern,
  requestId: string,
): Promise<Explained | undefined> {
  const files = ['--config', join(directory, 'postern.json'), '--log', join(directory, 'told.log')]
  const { code, output } = await run(['explain', requestId, ...files, '--json'])
  return code === 0 ? explanation.parse(JSON.parse(output)) : undefined
}

/** The same, once it names such a cause or the wait is over. */
export async function explained(
  postern: Postern,
  requestId: string,
  expected: RegExp,
): Promise<Explained | undefined> {
  const isNamed = (explanation: Explained | undefined) =>
    explanation?.causes.some(({ what }) => expected.test(what)) === true
  const request = async () => {
    await keepLog(postern)
    return explainedNow(postern, requestId)
  }
  return eventually(request, isNamed)
}

/** The id of the last request that was told to be slow, once there is one. */
export async function slowRequest({ output }: Postern, action: string): Promise<string> {
  const line = `"requestId":"([0-9a-f]{8})","action":"${action}"[^\\n]*"msg":"request slow"`
  const [, requestId = ''] = await output.waitFor(new RegExp(line))
  return requestId
}

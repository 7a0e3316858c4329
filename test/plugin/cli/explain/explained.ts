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

/** What `postern explain` says of a request by what this Postern really logged; undefined when nothing is known of it. */
export async function explainedNow(
  postern: Postern,
  requestId: string,
): Promise<Explained | undefined> {
  const log = join(postern.directory, 'told.log')
  await writeFile(log, postern.output.text())
  const config = join(postern.directory, 'postern.json')
  const words = ['explain', requestId, '--config', config, '--log', log, '--json']
  const { code, output } = await run(words)
  return code === 0 ? explanation.parse(JSON.parse(output)) : undefined
}

/** The same, once it names such a cause or the wait is over. */
export async function explained(
  postern: Postern,
  requestId: string,
  expected: RegExp,
): Promise<Explained | undefined> {
  const isNamed = (told: Explained | undefined) =>
    told?.causes.some(({ what }) => expected.test(what)) === true
  return eventually(() => explainedNow(postern, requestId), isNamed)
}

/** The id of the last request that was told to be slow, once there is one. */
export async function slowRequest({ output }: Postern, action: string): Promise<string> {
  const line = `"requestId":"([0-9a-f]{8})","action":"${action}"[^\\n]*"msg":"request slow"`
  const [, requestId = ''] = await output.waitFor(new RegExp(line))
  return requestId
}

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { queryProcess } from '../../../admin/client.ts'
import { acceleratedShare, acceleratorFindings } from '../../../findings/accelerator-findings.ts'
import { failed, fine, note, warning, wordsOf, type Finding } from '../../../findings/finding.ts'
import { ADVICE_TO_REPAIR, storeFindings } from '../../../findings/store-findings.ts'
import type { Check } from '../patient.ts'

const health = z.object({
  version: z.string(),
  store: z.object({
    cache: z.enum(['up', 'down']),
    backlog: z.number(),
    backlogMs: z.number(),
    databaseError: z.string().optional(),
    // An upgraded doctor may ask a process of the release before.
    setAside: z.number().default(0),
    setAsideCode: z.string().optional(),
    databaseLackedAt: z.number().optional(),
    spool: z
      .object({
        usedBytes: z.number(),
        maxBytes: z.number(),
        writeError: z.string().optional(),
        hasCopy: z.boolean().default(true),
      })
      .default({ usedBytes: 0, maxBytes: Infinity, hasCopy: true }),
  }),
  /** In accelerate mode alone. */
  accelerated: acceleratedShare.optional(),
})

/** The running process, asked through its admin listener. */
export const checkProcess: Check = async ({
  version: current,
  endpoint,
  endpointFault,
  config,
  now,
}) => {
  if (endpointFault !== undefined) {
    return [failed('process.door-damaged', endpointFault.seen, endpointFault.remedy)]
  }
  if (endpoint === undefined) {
    return [
      config.private === null
        ? note('process.unknown', 'private is null: a running process cannot be asked')
        : note('process.none', 'no Postern is running with this configuration'),
    ]
  }
  try {
    const response = await queryProcess(endpoint, { method: 'GET', path: '/healthz' })
    const { version, store, accelerated } = health.parse(response.body)
    return [
      fine('process.answers', `version ${version} runs as process ${endpoint.pid}`),
      ...(await otherRelease({ version, current }, endpoint.pid)),
      ...storeFindings(store, now()),
      ...(accelerated === undefined ? [] : acceleratorFindings(accelerated)),
    ]
  } catch (error) {
    return [
      failed(
        'process.silent',
        `process ${endpoint.pid} does not answer at ${endpoint.address}: ${wordsOf(error)}`,
        'look at the error log, then restart it',
      ),
    ]
  }
}

/** This command is found by the current release (scripts/launchers/postern); what runs may be another one. */
async function otherRelease(
  { version, current }: { readonly version: string; readonly current: string },
  pid: number,
): Promise<readonly Finding[]> {
  const program = await programOf(pid)
  if (program !== undefined && !existsSync(program)) {
    const seen = `process ${pid} runs from ${program}, which is gone: its pages and workers fail`
    return [failed('process.files-gone', seen, ADVICE_TO_REPAIR)]
  }
  if (version === current) return []
  const seen = `version ${version} runs, and the release of this command is ${current}`
  return [warning('process.other-release', seen, ADVICE_TO_REPAIR)]
}

/** The file that Node was started with; undefined where the system does not tell, or it was named relatively. */
async function programOf(pid: number): Promise<string | undefined> {
  // Another system than Linux, or a process that ended meanwhile.
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.split('\0').find((word) => word.startsWith('/') && word.endsWith('/dist/main.js'))
}

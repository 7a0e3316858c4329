import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { askProcess } from '../../../admin/client.ts'
import { failed, fine, note, warning, wordsOf, type Check, type Finding } from '../finding.ts'

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
})

/** Rows are drained within a second; after this something holds the database. */
const LATE_MS = 60_000

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
    const answer = await askProcess(endpoint, { method: 'GET', path: '/healthz' })
    const { version, store } = health.parse(answer.body)
    return [
      fine('process.answers', `version ${version} runs as process ${endpoint.pid}`),
      ...(await otherRelease({ version, current }, endpoint.pid)),
      ...written(store),
      ...late(store),
      ...room(store),
      ...setAside(store),
      ...lacking(store, now()),
      ...copy(store),
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

const ADVICE_TO_REPAIR = 'as root run /opt/postern/current/scripts/install --repair'

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

type StoreState = z.output<typeof health>['store']

function setAside({ setAside, setAsideCode }: StoreState): readonly Finding[] {
  if (setAside === 0) return []
  return [
    warning(
      'spool.set-aside',
      `the database refused ${setAside} rows for good, the last with code ${setAsideCode ?? 'unknown'}`,
      'the error log has the reason: mend the table, then postern sessions retry',
    ),
  ]
}

/** As long as somebody may still ask why. */
const TOLD_MS = 7 * 86_400_000

function lacking({ databaseLackedAt }: StoreState, now: number): readonly Finding[] {
  if (databaseLackedAt === undefined || now - databaseLackedAt > TOLD_MS) return []
  const when = new Date(databaseLackedAt).toISOString().slice(0, 16).replace('T', ' ')
  return [
    warning(
      'database.replaced',
      `at ${when} UTC the database lacked what was written to it, and was written to again`,
      'see who deleted, replaced or restored it; other programs may miss rows of their own',
    ),
  ]
}

function copy({ spool: { hasCopy } }: StoreState): readonly Finding[] {
  if (hasCopy) return []
  return [
    warning(
      'spool.no-copy',
      'the spool has no copy at the moment: damage to its file would cost sessions',
      'make room on the disk of dataDir: the copy is made anew within a minute',
    ),
  ]
}

/** Above this share there may be no time left to mend the database. */
const FILLING = 0.5

function room({ spool: { usedBytes, maxBytes, writeError } }: StoreState): readonly Finding[] {
  if (writeError !== undefined) {
    return [
      failed(
        'spool.unwritable',
        `the spool cannot be written (code ${writeError}): nobody can sign in`,
        'make room on the disk of dataDir, or give the directory back to the service',
      ),
    ]
  }
  const percent = Math.round((100 * usedBytes) / maxBytes)
  if (usedBytes >= maxBytes) {
    return [
      failed(
        'spool.full',
        'the spool is as large as limits.spoolBytes allows: nobody can sign in',
        'see why the database takes no rows; raise the limit if the disk has room',
      ),
    ]
  }
  if (usedBytes < FILLING * maxBytes) return []
  return [
    warning(
      'spool.filling',
      `the spool has used ${percent} % of limits.spoolBytes`,
      'see why the database takes no rows: at 100 % new sessions are refused',
    ),
  ]
}

/** As the service meets it in its sandbox, which other users of this machine are not in. */
function written({ databaseError }: StoreState): readonly Finding[] {
  if (databaseError === undefined) {
    return [fine('database.written', 'the service can write the database')]
  }
  return [
    failed(
      'database.unwritten',
      `the service cannot write the database (code ${databaseError}): rows wait in the spool`,
      `the error log has the reason; after a change of database.url, ${ADVICE_TO_REPAIR}`,
    ),
  ]
}

function late({ backlog, backlogMs }: StoreState): readonly Finding[] {
  if (backlogMs < LATE_MS) return []
  return [
    warning(
      'spool.late',
      `${backlog} rows wait for the database, the oldest for ${Math.round(backlogMs / 1000)} s`,
      'see what the findings on the database say; nothing is lost',
    ),
  ]
}

import { failed, fine, warning, type Finding } from './finding.ts'

/** What a process reports its store (`StoreHealth`); another release may leave some of it out. */
export interface StoreState {
  readonly backlog: number
  readonly backlogMs: number
  readonly setAside: number
  readonly setAsideCode?: string | undefined
  readonly databaseError?: string | undefined
  readonly databaseLackedAt?: number | undefined
  readonly spool: {
    readonly usedBytes: number
    readonly maxBytes: number
    readonly writeError?: string | undefined
    readonly hasCopy: boolean
  }
}

/** What the command says that puts right what the service itself cannot. */
export const ADVICE_TO_REPAIR = 'as root run /opt/postern/current/scripts/install --repair'

/** What there is to know of the store as the service sees it from within its sandbox. `now` in Unix ms. */
export function storeFindings(store: StoreState, now: number): readonly Finding[] {
  return [
    ...written(store),
    ...late(store),
    ...room(store),
    ...deadLetters(store),
    ...lacking(store, now),
    ...copy(store),
  ]
}

/** Rows are drained within a second; after this something holds the database. */
const LATE_MS = 60_000

function deadLetters({
  setAside: moveToDeadLetters,
  setAsideCode: deadLetterCode,
}: StoreState): readonly Finding[] {
  if (moveToDeadLetters === 0) return []
  return [
    warning(
      'spool.set-aside',
      `the database refused ${moveToDeadLetters} rows for good, the last with code ${deadLetterCode ?? 'unknown'}`,
      'the error log has the reason: mend the table, then postern sessions retry',
    ),
  ]
}

/** As long as a user may still ask why. */
const REPORT_MS = 7 * 86_400_000

function lacking({ databaseLackedAt }: StoreState, now: number): readonly Finding[] {
  if (databaseLackedAt === undefined || now - databaseLackedAt > REPORT_MS) return []
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

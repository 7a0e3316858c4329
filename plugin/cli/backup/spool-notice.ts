import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { examineUnwritten } from '../../../store/index.ts'
import type { Config } from '../../config/schema.ts'
import type { CommandIo } from '../command/command.ts'
import { queryRunning, NotRunning } from '../running-process.ts'

const health = z.object({
  store: z.object({ backlog: z.number(), setAside: z.number().default(0) }),
})

/** A database that takes rows has all of them within a second. */
const WAIT_MS = 10_000
const PAUSE_MS = 100

/**
 * Waits until the running process has written its spool to the database, up to ten seconds. Answers what is then not in a
 * backup of it, as a sentence; undefined where that is nothing.
 */
export async function spoolNotice(
  configFile: string,
  config: Pick<Config, 'dataDir'>,
  io: CommandIo,
): Promise<string | undefined> {
  try {
    return await runningNotice(configFile, io)
  } catch (error) {
    if (!(error instanceof NotRunning)) {
      const why = error instanceof Error ? error.message : String(error)
      return `what waits in the spool is not in it: the running process does not say how much (${why})`
    }
    return stoppedNotice(config.dataDir, io)
  }
}

async function runningNotice(configFile: string, io: CommandIo): Promise<string | undefined> {
  const question = { method: 'GET', path: '/healthz', answer: health } as const
  const until = io.now() + WAIT_MS
  for (;;) {
    const { store } = await queryRunning(configFile, question, io)
    if (store.backlog === 0 || io.now() > until) return countNotice(store)
    await sleep(PAUSE_MS)
  }
}

function countNotice(store: z.output<typeof health>['store']): string | undefined {
  const { backlog, setAside: deadLetters } = store
  const waiting = backlog === 0 ? [] : [`${backlog} records wait in the spool`]
  const refused = deadLetters === 0 ? [] : [`${deadLetters} were refused by the database for good`]
  const both = [...waiting, ...refused]
  return both.length === 0 ? undefined : `not in it: ${both.join(', and ')}`
}

async function stoppedNotice(dataDir: string, io: CommandIo): Promise<string | undefined> {
  const found = await examineUnwritten(dataDir, io.now)
  switch (found.kind) {
    case 'counted':
      return countNotice({ backlog: found.records, setAside: 0 })
    case 'held':
      return 'what waits in the spool is not in it: a process holds it that cannot be asked'
    case 'damaged':
      return 'what waits in the spool is not in it: the spool is damaged, and the next start mends it'
  }
}

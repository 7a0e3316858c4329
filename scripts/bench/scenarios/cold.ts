import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResultRow } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'
import { compare } from './compare.ts'

/**
 * The first list by date of the hugest mailbox when no one remembers anything: no connection, no index
 * and no cache of the mail server. One request per round.
 */
export function measureCold(stage: BenchStage, rounds: number): Promise<ResultRow> {
  const measurement = {
    name: 'list 100,000 by date, cold',
    operation: 'list' as const,
    ...{ sort: 'date_DESC', concurrency: 1, maxRequests: 1 },
    mailboxes: stage.mail.mailboxes.huge,
  }
  const effort = { rounds, warmupMs: 0, durationMs: 120_000 }
  return compare(measurement, stage.contenders, {
    effort,
    stage,
    before: () => forgetEverything(stage),
  })
}

async function forgetEverything(stage: BenchStage): Promise<void> {
  await stage.restartPostern()
  await stage.dovecot.restart()
  for (const { user } of stage.mail.mailboxes.huge) {
    const maildir = join(stage.mail.directory, user.replace(/@.*$/, ''), 'Maildir')
    for (const file of await readdir(maildir)) {
      if (file.startsWith('dovecot.index')) await rm(join(maildir, file))
    }
  }
}

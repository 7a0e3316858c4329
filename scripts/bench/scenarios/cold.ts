import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Round, ResultRow } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'
import { measureOnce } from './compare.ts'

/**
 * The first list by date of the hugest mailbox when nobody remembers anything: no connection, no index
 * and no cache of the mail server. One request per round.
 */
export async function measureCold(stage: BenchStage, rounds: number): Promise<ResultRow> {
  const measured = new Map<'roundcube' | 'postern', Round[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const { name } of stage.contenders()) {
      await forgetEverything(stage)
      // Asked again: a restarted Postern has another address.
      const target = stage.contenders().find((contender) => contender.name === name)
      if (target === undefined) throw new Error(`${name} is gone`)
      const job = {
        kind: 'closed-loop' as const,
        script: target.script,
        password: stage.dovecot.password,
        mailboxes: [...stage.mail.mailboxes.huge],
        mix: ['list' as const],
        sort: 'date_DESC',
        concurrency: 1,
        warmupMs: 0,
        durationMs: 120_000,
        maxRequests: 1,
      }
      measured.set(name, [...(measured.get(name) ?? []), await measureOnce(job, target)])
    }
  }
  return {
    name: 'list 100,000 by date, cold',
    concurrency: 1,
    measured: [...measured].map(([server, all]) => ({ server, rounds: all })),
  }
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

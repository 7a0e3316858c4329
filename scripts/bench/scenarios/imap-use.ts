import type { ClosedLoopJob } from '../load/job.ts'
import { runLoad } from '../load/run-load.ts'
import type { ImapUse } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'

const REQUESTS = 1_000

/** Counts what a mix of requests costs the mail server; sign-ins before it are not counted. */
export async function measureImapUse(stage: BenchStage): Promise<readonly ImapUse[]> {
  const uses: ImapUse[] = []
  for (const { name, script } of stage.contenders()) {
    const job: ClosedLoopJob = {
      kind: 'closed-loop',
      script,
      password: stage.dovecot.password,
      mailboxes: stage.mail.mailboxes.usual.slice(0, 8),
      mix: ['list', 'getunread', 'refresh', 'list', 'refresh'],
      concurrency: 8,
      warmupMs: 0,
      durationMs: 120_000,
      maxRequests: REQUESTS,
    }
    let before = { logins: 0, commands: 0 }
    const report = await runLoad(job, async () => {
      before = await stage.dovecot.counts()
    })
    if (report.errors > 0) throw new Error(`${name}: ${report.errorTexts.join('; ')}`)
    const after = await stage.dovecot.counts()
    const per1000 = (count: number): number => (count / report.requests) * 1_000
    uses.push({
      server: name,
      requests: report.requests,
      loginsPer1000: per1000(after.logins - before.logins),
      commandsPer1000: per1000(after.commands - before.commands),
    })
  }
  return uses
}

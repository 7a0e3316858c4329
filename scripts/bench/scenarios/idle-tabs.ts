import { startRedis } from '../../../test/support/redis/redis.ts'
import { missingForRoundcube, startRoundcube } from '../../../test/support/roundcube/roundcube.ts'
import { startRoundcubeWithMail } from '../../../test/support/session-endpoint/roundcube-on-postern.ts'
import { temporaryDirectory } from '../../../test/support/process/temporary-directory.ts'
import { runLoad } from '../load/run-load.ts'
import type { MailboxFacts } from '../mailboxes/seed.ts'
import type { IdleTabsRow } from '../report/results.ts'
import type { BenchStage } from '../servers/stage.ts'
import type { IdleTabsPlan } from './command-line.ts'

/** Roundcube's refresh_interval. */
const EVERY_SECONDS = 60
/** For administrators who let a password be believed for longer than `imap.verifyMs` says automatically. */
const RARE_VERIFY_MS = 3_600_000
const SIGN_INS_AT_ONCE = 8

/** A webmail, and how much it has cost so far. */
interface Watched {
  readonly server: string
  readonly script: string
  readonly roundcube: { phpRequests(): Promise<number> }
}

/**
 * Leaves tabs of Roundcube open, alone and behind Postern at the same time, each with users of its own, and counts
 * what their refreshes cost PHP and the mail server. A tab is idle once it has refreshed its list for the first time.
 */
export async function measureIdleTabs(
  stage: Pick<BenchStage, 'mail' | 'dovecot'>,
  { tabs, minutes }: IdleTabsPlan,
  say: (line: string) => void,
): Promise<readonly IdleTabsRow[]> {
  const missing = missingForRoundcube()
  if (missing.length > 0) {
    say(`Roundcube is not measured; install: ${missing.join(' ')}`)
    return []
  }
  const closes: (() => Promise<void> | void)[] = []
  const t = { teardown: (close: () => Promise<void> | void) => void closes.unshift(close) }
  try {
    const { port } = stage.dovecot
    const alone = await startRoundcube(await temporaryDirectory(t), port)
    t.teardown(() => alone.stop())
    const behindPostern = async (server: string, imap: { readonly verifyMs?: number }) => {
      const redis = await startRedis()
      t.teardown(() => redis.stop())
      const mail = { host: '127.0.0.1', port }
      const options = { postern: { redis }, accelerate: {}, imap }
      const { postern, roundcube } = await startRoundcubeWithMail(t, mail, options)
      return { server, script: postern().base(), roundcube }
    }
    const watched = [
      { server: 'Roundcube alone', script: alone.script, roundcube: alone },
      await behindPostern('behind Postern', {}),
      await behindPostern('behind Postern, verifyMs 1 h', { verifyMs: RARE_VERIFY_MS }),
    ]
    const users = stage.mail.mailboxes.held
    return await Promise.all(
      watched.map((one, at) =>
        measureOne(one, users.slice(at * tabs, (at + 1) * tabs), { ...stage, minutes, say }),
      ),
    )
  } finally {
    for (const close of closes) await close()
  }
}

interface Measuring extends Pick<BenchStage, 'dovecot'> {
  readonly minutes: number
  readonly say: (line: string) => void
}

async function measureOne(
  { server, script, roundcube }: Watched,
  mailboxes: readonly MailboxFacts[],
  { dovecot, minutes, say }: Measuring,
): Promise<IdleTabsRow> {
  const counts: { readonly php: number; readonly logins: number }[] = []
  // Once when all tabs are idle, and once before the counts of their mailboxes are checked.
  const count = async () => {
    const signIns = await dovecot.signIns()
    const logins = mailboxes.reduce((sum, { user }) => sum + (signIns.get(user) ?? 0), 0)
    counts.push({ php: await roundcube.phpRequests(), logins })
  }
  const report = await runLoad(
    {
      kind: 'hold',
      script,
      password: dovecot.password,
      mailboxes: [...mailboxes],
      concurrency: SIGN_INS_AT_ONCE,
      everyMs: EVERY_SECONDS * 1_000,
      durationMs: minutes * 60_000,
    },
    count,
  )
  for (const text of report.errorTexts) say(`${server}: ${text}`)
  const [before, after] = counts
  if (before === undefined || after === undefined) throw new Error(`${server} was not counted`)
  return {
    server,
    tabs: mailboxes.length,
    minutes,
    requests: report.requests,
    errors: report.errors,
    phpRequests: after.php - before.php,
    imapLogins: after.logins - before.logins,
  }
}

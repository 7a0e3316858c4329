import type { ExecutionContext } from 'ava'
import type { MailboxPlan } from '../../../scripts/bench/mailboxes/plan.ts'
import { setStage, type BenchStage } from '../../../scripts/bench/servers/stage.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

/** Every kind of mailbox of the benchmark, and few of each. */
export const smallPlan: MailboxPlan = {
  huge: { owners: 1, messages: 120, extraFolders: 0 },
  large: { owners: 1, messages: 60, extraFolders: 0 },
  usual: { owners: 2, messages: 20, extraFolders: 0 },
  held: { owners: 3, messages: 5, extraFolders: 0 },
  pushed: { owners: 1, messages: 5, extraFolders: 2 },
}

/** The servers of a benchmark without Roundcube, over a small set of mailboxes of their own. */
export async function smallStage(t: ExecutionContext): Promise<BenchStage> {
  const stage = await openSmallStage(await temporaryDirectory(t), (line) => t.log(line))
  t.teardown(() => stage.stop())
  return stage
}

/** The same for more than one test; the mailboxes lie in `cache`. */
export function openSmallStage(cache: string, say: (line: string) => void): Promise<BenchStage> {
  return setStage({ plan: smallPlan, withRoundcube: false, say, cache })
}

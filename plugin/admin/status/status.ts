import type { MailEngineState } from '../../../proxy/mail/index.ts'
import type { StoreHealth } from '../../../store/index.ts'
import type { RecentFailure } from '../../metrics/recent-failures.ts'
import type { Backend } from './backends.ts'
import type { LiveSessionList } from './live-sessions.ts'

/** Everything the status page tells, as of one moment. */
export interface Status {
  readonly version: string
  readonly node: string
  /** Unix ms. */
  readonly at: number
  readonly startedAt: number
  readonly memoryBytes: number
  readonly backends: readonly Backend[]
  readonly mailEngine: MailEngineState
  /** undefined: even the spool does not answer. */
  readonly store: StoreHealth | undefined
  readonly sessions: LiveSessionList
  readonly failures: readonly RecentFailure[]
  /** Lines of the error log that the disk or the queue lost. */
  readonly lostLogLines: number
}

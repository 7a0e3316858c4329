import type { Logger } from 'pino'
import type { Config } from '../config/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { changeByCommand } from './by-command.ts'
import { changeByUrl } from './by-url.ts'
import type { MakeChange, WantedChange } from './outcome.ts'

/** The way in which owners change the password of their mailbox, as it is configured. */
export interface PasswordChange {
  readonly minLength: number
  /** A change takes no longer. */
  readonly timeoutMs: number
  /**
   * Resolves when it was made. Throws Refusal: `password_wrong`, `password_not_accepted`, `sign_in_busy` where another change of this
   * mailbox or too many are under way, `password_change_failed` for everything else, which the operational log has without secrets.
   */
  change(wanted: WantedChange): Promise<void>
}

/** Of the program or the panel that changes passwords. */
const CHANGE_LIMITS = {
  /** A panel that runs its own hooks takes seconds. */
  timeoutMs: 30_000,
  /** Output of a change; one that writes more has failed. */
  outputBytes: 8_192,
  /** Under way at one time, each with a process; more are refused. */
  atOnce: 4,
}

type Settings = NonNullable<Config['passwordChange']>

interface PasswordChangeParts {
  readonly secret: string | undefined
  readonly log: Pick<Logger, 'error'>
}

/** undefined where none is configured. */
export function createPasswordChange(
  settings: Settings | null,
  { secret, log }: PasswordChangeParts,
  limits = CHANGE_LIMITS,
): PasswordChange | undefined {
  if (settings === null) return undefined
  const { minLength } = settings
  const { timeoutMs, outputBytes, atOnce } = limits
  const make: MakeChange =
    'command' in settings
      ? changeByCommand({ ...settings, timeoutMs, outputBytes })
      : changeByUrl({ ...settings, timeoutMs, outputBytes, secret })
  const underWay = new Set<string>()

  return {
    minLength,
    timeoutMs,
    async change(wanted) {
      if (underWay.has(wanted.user) || underWay.size >= atOnce) throw new Refusal('sign_in_busy')
      underWay.add(wanted.user)
      try {
        const outcome = await make(wanted)
        switch (outcome.kind) {
          case 'changed':
            return
          case 'old-refused':
            throw new Refusal('password_wrong')
          case 'new-refused':
            throw new Refusal('password_not_accepted', { about: outcome.message })
          case 'failed':
            log.error({ reason: outcome.reason }, 'a password could not be changed')
            throw new Refusal('password_change_failed')
        }
      } finally {
        underWay.delete(wanted.user)
      }
    },
  }
}

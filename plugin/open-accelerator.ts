import type { Accounts } from '../proxy/mail/index.ts'
import { createRoundcubeCipher, type ForeignSessions } from '../store/index.ts'
import { createAccelerator, type Accelerator } from './accelerator/accelerator.ts'
import { createFailingUsers } from './accelerator/failing-users.ts'
import { createLearnedAnswers } from './accelerator/learned-answers.ts'
import { createTimeZones } from './wire/roundcube/learned/time-zones.ts'
import { InvalidSetting } from './config/invalid-setting.ts'
import type { Config } from './config/schema.ts'
import type { OperationalLog } from './log/operational-log.ts'

interface AcceleratorNeeds {
  readonly sessions: ForeignSessions | undefined
  /** Roundcube's des_key; undefined when there is no file of it. */
  readonly desKey: string | undefined
  readonly accounts: Accounts
  readonly now: () => number
  readonly wall: () => number
  readonly log: OperationalLog
}

/**
 * Opens the accelerator of accelerate mode. undefined, with a line in the log, where it lacks Roundcube's sessions or
 * its key: Roundcube answers everything then. Throws InvalidSetting for a key of another length.
 */
export function openAccelerator(
  { webmail, imap, instances }: Config,
  { sessions, desKey, accounts, now, wall, log }: AcceleratorNeeds,
): Accelerator | undefined {
  if (webmail.mode !== 'accelerate') return undefined
  if (sessions === undefined || webmail.sessions === null || desKey === undefined) {
    const missing = desKey === undefined ? 'webmail-des-key.secret' : 'webmail.sessions'
    log.warn({ missing }, 'accelerator off: Roundcube answers everything')
    return undefined
  }
  const { off, mailHosts, answerMs, restMs, learnedMs, sessions: remembered } = webmail.accelerate
  const zones = createTimeZones()
  // Before somebody has to wait for them.
  void zones()
  return createAccelerator({
    sessions,
    cipher: cipherOf(desKey),
    accounts,
    learned: createLearnedAnswers({
      sessions: remembered,
      keepMs: learnedMs ?? LEARNED_MS[instances],
      now,
    }),
    failing: createFailingUsers({ restMs, now, log }),
    settings: {
      off,
      mailHosts: [...mailHosts, imap.host],
      answerMs,
      lifetimeMs: webmail.sessions.lifetimeMs,
    },
    zones,
    wall,
    now,
    log,
  })
}

/** The only instance sees every change of settings, but for one that an administrator makes in the database. */
const LEARNED_MS = { single: 3_600_000, several: 600_000 } as const

function cipherOf(desKey: string) {
  try {
    return createRoundcubeCipher(desKey)
  } catch (cause) {
    throw new InvalidSetting('webmail-des-key.secret', cause)
  }
}

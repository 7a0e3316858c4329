import type { Accounts } from '../../proxy/mail/index.ts'
import {
  createRoundcubeCipher,
  type Documents,
  type ForeignSessions,
  type RoundcubeLogin,
} from '../../store/index.ts'
import {
  createAccelerator,
  RECORD_MARGIN_MS,
  type Accelerator,
} from '../accelerator/accelerator.ts'
import { HOT_ACTIONS } from '../config/sections/webmail-accelerate.ts'
import { createSwitches, type Switches } from '../accelerator/request/switches.ts'
import { createFailingUsers } from '../accelerator/request/failing-users.ts'
import { createLearnedResponses } from '../accelerator/response/learned-responses.ts'
import { createHandOvers } from '../accelerator/handed-over/handed-over.ts'
import { createLearnedUsers } from '../accelerator/sign-in/learned-users.ts'
import { createSignIns, type SignIns } from '../accelerator/sign-in/sign-ins.ts'
import { createTimeZones } from '../wire/roundcube/learned/time-zones.ts'
import type { Config } from '../config/schema.ts'
import type { OperationalLog } from '../log/operational-log.ts'
import type { Throttle } from '../sign-in/throttle.ts'

interface AcceleratorNeeds {
  readonly sessions: ForeignSessions | undefined
  /** Roundcube's des_key; undefined when there is no file of it. */
  readonly desKey: string | undefined
  /** Shared with the plugin in Roundcube; undefined when there is none. */
  readonly pluginSecret: string | undefined
  readonly accounts: Accounts
  /** Of sign-ins. */
  readonly throttle: Throttle
  readonly documents: Documents
  readonly lastLogins: { note(login: RoundcubeLogin): void }
  readonly now: () => number
  readonly wall: () => number
  readonly log: OperationalLog
}

/** What answers in the place of the Roundcube behind us. */
interface OpenedAccelerator {
  /** undefined: Roundcube answers everything. */
  readonly accelerator: Accelerator | undefined
  /** undefined: Roundcube signs in everybody. */
  readonly signIns: SignIns | undefined
  /** undefined: there is no accelerator. */
  readonly switches: Switches | undefined
}

/**
 * Opens the accelerator of accelerate mode. Nothing, with a line in the log, where it lacks Roundcube's sessions or
 * its key.
 */
export function openAccelerator(config: Config, needs: AcceleratorNeeds): OpenedAccelerator {
  const { webmail, imap, instances } = config
  const {
    sessions,
    desKey,
    pluginSecret,
    accounts,
    throttle,
    documents,
    lastLogins,
    now,
    wall,
    log,
  } = needs
  const nothing = { accelerator: undefined, signIns: undefined, switches: undefined }
  if (webmail.mode !== 'accelerate') return nothing
  if (sessions === undefined || webmail.sessions === null || desKey === undefined) {
    const missing = desKey === undefined ? 'webmail-des-key.secret' : 'webmail.sessions'
    log.warn({ missing }, 'accelerator off: Roundcube answers everything')
    return nothing
  }
  const { off, signIn } = webmail.accelerate
  const { lifetimeMs } = webmail.sessions
  const mailHosts = [...webmail.accelerate.mailHosts, imap.host]
  const cipher = createRoundcubeCipher(desKey, webmail.accelerate.cipherMethod)
  const switches = createSwitches(signIn ? [...HOT_ACTIONS, 'sign-in'] : HOT_ACTIONS, off)
  const failing = createFailingUsers({ restMs: REST_MS, now, log })
  const zones = createTimeZones()
  // Before someone has to wait for them.
  void zones()
  const keepMs = LEARNED_MS[instances]
  const accelerator = createAccelerator({
    ...{ sessions, cipher, accounts, failing, switches, zones, wall, now, log },
    learned: createLearnedResponses({
      sessions: MAX_SESSIONS,
      keepMs,
      now,
    }),
    handOvers: createHandOvers({ secret: pluginSecret, sessions: MAX_SESSIONS, keepMs, wall }),
    settings: { mailHosts, responseMs: RESPONSE_MS, lifetimeMs },
  })
  if (!signIn) return { accelerator, signIns: undefined, switches }
  const signIns = createSignIns({
    ...{ sessions, cipher, accounts, throttle, failing, switches, lastLogins, wall, log },
    users: createLearnedUsers({ documents, keepMs: SIGN_IN_LEARNED_MS, now }),
    settings: { mailHosts, lifetimeMs, recordMs: lifetimeMs + RECORD_MARGIN_MS },
  })
  return { accelerator, signIns, switches }
}

/** The mail server has so long for such a response, then Roundcube gives it: half of what a front end waits. */
const RESPONSE_MS = 5_000
/** A user whose mail could not be read is left to Roundcube so long. */
const REST_MS = 30_000
/** Sessions of which is stored what was learned; about 10 kB each. */
const MAX_SESSIONS = 5_000
/** How a sign-in of Roundcube's shows how a user's sessions start; then Roundcube signs them in again. */
const SIGN_IN_LEARNED_MS = 7 * 24 * 3_600_000

/** The only instance sees every change of settings, but for one that an administrator makes in the database. */
const LEARNED_MS = { single: 3_600_000, several: 600_000 } as const

import type { AppRegistry } from './app-registry.ts'
import type { TestClock } from '../../clock.ts'
import type { CookieRules } from './cookies.ts'
import type { Faults } from './faults.ts'
import type { PanelSimulatorOptions, SimulatedAccount, SimulatedMailbox } from './options.ts'
import type { Random } from '../../random.ts'
import type { PanelService } from './session.ts'
import type { PanelSessions } from './sessions.ts'

/** Everything the simulator's requests need, built once. */
export interface SimulatedPanel {
  readonly sessions: PanelSessions
  readonly clock: TestClock
  readonly random: Random
  readonly faults: Faults
  readonly apps: AppRegistry
  readonly mailboxes: readonly SimulatedMailbox[]
  readonly accounts: readonly SimulatedAccount[]
  readonly rules: Required<
    Pick<
      PanelSimulatorOptions,
      | 'cookieIpValidation'
      | 'loginRedirectStatus'
      | 'postLoginDigits'
      | 'trustForwardedFor'
      | 'rewriteStyles'
    >
  >
  readonly idleMs: number
  readonly handOverSecret: string | undefined
  readonly hint: PanelSimulatorOptions['hint']
  readonly cookieRules: (service: PanelService) => CookieRules
  /** Origin of the webmail listener as a browser of this request sees it. */
  readonly webmailOrigin: (host: string | undefined) => string
  /** Session strings that open a webmail session by POST (plugin/docs/threats.md, cPanel). */
  readonly handOvers: Set<string>
}

/** One request on one of the listeners. */
export interface Visit {
  readonly service: PanelService
  readonly address: string
  readonly path: string
  readonly query: URLSearchParams
}

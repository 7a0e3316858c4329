import type { Random } from '../../random.ts'
import type { TestClock } from '../../clock.ts'

/** A mailbox that can sign in on the webmail listener. */
export interface SimulatedMailbox {
  readonly address: string
  readonly password: string
  /** The hosting account that owns it; that account may open it without the mailbox password. */
  readonly account?: string
}

/** A hosting account that can sign in on the cpanel listener. */
export interface SimulatedAccount {
  readonly user: string
  readonly password: string
  /** Told to scripts that run for this account or one of its mailboxes. */
  readonly home?: string
  /** User and group such a script runs as; undefined: those of the simulator. */
  readonly uid?: number
  readonly gid?: number
}

/** A webmail application as its yaml file registers it. */
export interface SimulatedApp {
  /** Directory under /3rdparty/ and part of the yaml file's name. */
  readonly id: string
  readonly displayName: string
  readonly description?: string
  /** A server its requests are passed through to, with all cookies. */
  readonly backend?: string
  /** A PHP script the panel runs itself, after checking the session. */
  readonly script?: string
}

/** Everything that can be told to the simulator. Only mailboxes and apps have no default. */
export interface PanelSimulatorOptions {
  readonly mailboxes: readonly SimulatedMailbox[]
  readonly apps: readonly SimulatedApp[]
  readonly accounts?: readonly SimulatedAccount[]
  readonly host?: string
  /** 0 takes a free port. */
  readonly cpanelPort?: number
  readonly webmailPort?: number
  /** The port a browser sees; used in links between the listeners and in the cookie's `port=`. */
  readonly publicWebmailPort?: number
  readonly cookieIpValidation?: 'strict' | 'loose' | 'disabled'
  readonly idleMs?: number
  readonly loginRedirectStatus?: 302 | 303 | 307
  readonly postLoginDigits?: 'natural' | 14
  readonly secureCookie?: boolean
  /** Believe X-Forwarded-For: for a gateway in front of the panel. */
  readonly trustForwardedFor?: boolean
  /** Rewrites `url(/` of styles to `url(/cPanel_magic_revision_1/`. */
  readonly rewriteStyles?: boolean
  /** Anyone who shows it gets the mailbox password from /__sim/auth; undefined: no one does. */
  readonly handOverSecret?: string
  /** Shown on the sign-in page of a demonstration. */
  readonly hint?: { readonly user: string; readonly password: string }
  /** Parent of the session directory; default: the system's temporary directory. */
  readonly directory?: string
  readonly clock?: TestClock
  readonly random?: Random
}

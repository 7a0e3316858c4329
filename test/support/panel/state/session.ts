/** The two services of the panel, each with its own listener and cookie. */
export type PanelService = 'cpaneld' | 'webmaild'

/** Cookie of each service (plugin/docs/threats.md, cPanel). */
export const cookieOf: Readonly<Record<PanelService, string>> = {
  cpaneld: 'cpsession',
  webmaild: 'webmailsession',
}

/** A mail user the panel makes for one session: signs in as `<mailbox>/<user>` with the whole password. */
export interface TemporaryUser {
  readonly user: string
  readonly password: string
}

/** One session of the panel, as its files hold it. */
export interface PanelSession {
  /** `<user>:<random>[:<TAG>]`, without the secret behind the comma. */
  readonly name: string
  readonly obfuscation: string
  /** Empty before the sign-in. */
  readonly user: string
  /** Known after a password sign-in only. */
  readonly password: string | undefined
  /** Made where the mailbox password is not known; it lives as long as the session. */
  readonly temporary: TemporaryUser | undefined
  readonly segmentDigits: string
  readonly validationToken: string
  readonly service: PanelService
  readonly address: string
  readonly method: 'badpass' | 'handle_form_login' | 'create_webmail_session_for_mail_user'
  readonly needsAuth: boolean
  readonly createdAt: number
  readonly tokenDenied: number
  readonly lastHitAt: number
}

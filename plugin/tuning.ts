import type { StoreLimits } from '../store/index.ts'
import { ALERT_AFTER_MS } from './alerts/open-alerts.ts'
import { BACKEND_FRESH_MS } from './admin/administration.ts'
import { EVENT_LIMITS } from './events/streams.ts'
import { COMPRESSED_FROM_BYTES } from './http/compression.ts'
import { REQUEST_LIMITS } from './http/request-limits.ts'
import { SLOW_MS } from './metrics/request-observer.ts'
import { CARDDAV_LIMITS } from './open/contacts.ts'
import { IMAP_LIMITS, SMTP_LIMITS } from './open/mail.ts'
import { MIGRATION_WAIT_MS } from './open/migration.ts'
import { OUTBOX_LIMITS } from './open/outbox.ts'
import { SIGN_IN_LIMITS } from './open/sign-in.ts'
import { UPLOAD_LIMITS } from './open/uploads.ts'
import { PAGE_PACING } from './pages/page-pacing.ts'
import { DRAIN_MS } from './process/listen.ts'
import { ONE_CLICK_LIMITS } from './unsubscribe/one-click.ts'
import { SESSIONS_PER_BROWSER } from './session/koa-session.ts'

/**
 * The constants that a test of the whole process may set otherwise, to be quick or to reach a bound. Each is
 * explained where its code is.
 */
export const TUNING = {
  alerts: { afterMs: ALERT_AFTER_MS },
  carddav: CARDDAV_LIMITS,
  compression: { fromBytes: COMPRESSED_FROM_BYTES },
  events: EVENT_LIMITS,
  health: { freshMs: BACKEND_FRESH_MS },
  imap: IMAP_LIMITS,
  log: { slowMs: SLOW_MS },
  migration: { waitMs: MIGRATION_WAIT_MS },
  oneClick: ONE_CLICK_LIMITS,
  outbox: OUTBOX_LIMITS,
  page: PAGE_PACING,
  requests: REQUEST_LIMITS,
  session: { perBrowser: SESSIONS_PER_BROWSER },
  signIn: SIGN_IN_LIMITS,
  smtp: SMTP_LIMITS,
  stop: { drainMs: DRAIN_MS },
  uploads: UPLOAD_LIMITS,
  /** Over those of `store/limits.ts`. */
  store: {},
}

export type Tuning = Omit<typeof TUNING, 'store'> & { readonly store: Partial<StoreLimits> }

/** Of each part what differs. */
export type TuningChanges = { readonly [Part in keyof Tuning]?: Partial<Tuning[Part]> }

/** All of them. */
export function tuned(changes: TuningChanges = {}): Tuning {
  return {
    alerts: { ...TUNING.alerts, ...changes.alerts },
    carddav: { ...TUNING.carddav, ...changes.carddav },
    compression: { ...TUNING.compression, ...changes.compression },
    events: { ...TUNING.events, ...changes.events },
    health: { ...TUNING.health, ...changes.health },
    imap: { ...TUNING.imap, ...changes.imap },
    log: { ...TUNING.log, ...changes.log },
    migration: { ...TUNING.migration, ...changes.migration },
    oneClick: { ...TUNING.oneClick, ...changes.oneClick },
    outbox: { ...TUNING.outbox, ...changes.outbox },
    page: { ...TUNING.page, ...changes.page },
    requests: { ...TUNING.requests, ...changes.requests },
    session: { ...TUNING.session, ...changes.session },
    signIn: { ...TUNING.signIn, ...changes.signIn },
    smtp: { ...TUNING.smtp, ...changes.smtp },
    stop: { ...TUNING.stop, ...changes.stop },
    uploads: { ...TUNING.uploads, ...changes.uploads },
    store: { ...changes.store },
  }
}

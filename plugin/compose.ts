import { setTimeout as wait } from 'node:timers/promises'
import Koa from 'koa'
import { createSeal } from '../store/index.ts'
import { loadBrands } from './branding/brands.ts'
import { createSearches } from './actions/contract/searches.ts'
import { createViewMemory } from './actions/list/list.ts'
import { layApp } from './app.ts'
import { loadAssets } from './http/assets/assets.ts'
import { createCompression } from './http/compression.ts'
import { createRecoding } from './http/recoding.ts'
import { createVersionedFiles } from './http/assets/versioned-files.ts'
import { InvalidSetting } from './config/invalid-setting.ts'
import type { Config } from './config/schema.ts'
import { openEvents } from './events/streams.ts'
import { createTrustedProxies, type TrustedProxies } from './gate/trusted-headers.ts'
import type { RequestServices } from './request/services.ts'
import type { Logs } from './log/open-logs.ts'
import { createDatabaseErrorLog } from './log/database-error-log.ts'
import { createAcceleratedCounts } from './metrics/accelerated-counts.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createRecentFailures } from './metrics/recent-failures.ts'
import { createRequestObserver } from './metrics/request-observer.ts'
import { openPanel } from './panel/open-panel.ts'
import { openAlerts } from './alerts/open-alerts.ts'
import { createAdministration, type Administration } from './admin/administration.ts'
import { createRequestsUnderWay } from './http/request-deadline.ts'
import { createParameterReader } from './http/body/read-parameters.ts'
import { createUploadRoom } from './http/body/upload-budget.ts'
import { loadSecrets } from './config/secrets/secrets.ts'
import { resealDocuments } from './key-rotation/reseal.ts'
import { OUTBOX_KIND, sealedMessage } from './outbox/outbox-message.ts'
import { sealedSecret, SECRETS } from './second-factor/stored-secret.ts'
import { createParsing } from './parsing/parsing.ts'
import { createSettingsStore, userKey } from './settings/owner-settings.ts'
import { createFolderChoices } from './settings/folder-choices.ts'
import { withChosenUses } from './handlers/own/folder-uses.ts'
import type { SessionEndpoint } from './session-endpoint/session-endpoint.ts'
import { createTakeover } from './session-endpoint/takeover.ts'
import { createPasswordChange } from './password/password-change.ts'
import { bindKoaSession } from './session/koa-session.ts'
import { onlyOwnSessions } from './session/own-sessions.ts'
import { createOwnerSessions } from './session/owner-sessions.ts'
import { createPasswordSeal } from './session/password-seal.ts'
import { openSteadyClock } from './process/clock.ts'
import { openAccelerator } from './open/accelerator.ts'
import { openContacts, openDirectory } from './open/contacts.ts'
import { openMail } from './open/mail.ts'
import { openMigration } from './open/migration.ts'
import { openFilters } from './open/filters.ts'
import { openOutbox } from './open/outbox.ts'
import { openSending } from './open/sending.ts'
import { SEND_RECORD_MS } from './actions/sent/send-log.ts'
import { openSessionEndpoint } from './open/session-endpoint.ts'
import { openSignIn } from './open/sign-in.ts'
import { openConfiguredStore } from './open/store.ts'
import { refreshAndReport } from './open/refresh-keys.ts'
import { openUploads } from './open/uploads.ts'
import { upstreamTo } from './open/upstream.ts'
import { type RequestLimits, uploadRoomBytes } from './http/request-limits.ts'
import { tuned, type TuningChanges } from './tuning.ts'
import { createOneClick } from './unsubscribe/one-click.ts'
import { readVersion } from './version.ts'

/** Everything built and passed to each other; nothing listens yet. */
export interface Composition {
  readonly app: Koa
  readonly requestServices: RequestServices
  readonly administration: Administration
  /** undefined: no other webmail keeps its sessions here. */
  readonly sessionEndpoint: SessionEndpoint | undefined
  /** Takes over a configuration that differs in RELOADABLE settings alone. Throws InvalidSetting, and has changed nothing then. */
  readonly apply: (next: Config) => Promise<void>
  /** Time to finish at a stop. */
  readonly drainMs: number
  /** Answers what is under way with 503: the time to finish is over. */
  refuseRest(): void
  /**
   * Ends what was opened, in the reverse order; acknowledged records stay in the spool. What is being
   * sent may end within the time.
   */
  close(graceMs: number): Promise<void>
}

/** Owners whose searches and folder choices are remembered: more than a process has signed in. */
const MAX_REMEMBERED_OWNERS = 20_000

/** What sessions were last shown of a mailbox; without it a refresh reports more than needed. */
const MAX_VIEWS = 20_000

/** Sessions of one owner that their settings show and can end; above it the one noted first is shown no more. */
const MAX_SESSIONS_PER_OWNER = 200

/** Failed and slow requests remembered for the status page. */
const FAILURES_SHOWN = 50

/** Requests whose records a locked database refuses have two lines of the error log each; further ones of the period are counted. */
const DATABASE_LINES = { requestsPerPeriod: 50, periodMs: 10_000 }

/** Roundcube's skin files in memory with their compressed forms; one skin has a few MiB. */
const VERSIONED_FILE_BYTES = 32 * 1024 * 1024

/** Searches remembered per account: what one user has on screen, and some more. */
const MAX_SEARCHES_PER_ACCOUNT = 32

/** How long a session may go by what was chosen before, and wait for what is: as for sessions themselves. */
const FOLDER_CHOICES = { freshMs: 2_000, maxWaitMs: 250 }

/** How long a sign-in waits for its session to be noted for its owner; a healthy store takes a few milliseconds. */
const OWNER_SESSIONS_WAIT_MS = 250

/** Whom the mail server is told when the owner is not there. */
const NO_CLIENT_IP = '127.0.0.1'

export interface ComposeOptions {
  /** Where the built page lies. */
  readonly webFiles?: URL | undefined
  /** Constants that a test sets otherwise. */
  readonly tuning?: TuningChanges | undefined
}

/**
 * Builds the parts and passes them to each other: the only place that knows all of them.
 */
export async function composeGateway(
  config: Config,
  logs: Logs,
  { webFiles = new URL('./web/', import.meta.url), tuning: changes }: ComposeOptions = {},
): Promise<Composition> {
  const tuning = tuned(changes)
  const limitsOf = ({ limits: { messageBytes, recipients } }: Config): RequestLimits => ({
    ...tuning.requests,
    messageBytes,
    recipients,
  })
  // Replaced by `apply`; a request that holds one of the two meanwhile ends with it.
  const inForce = {
    config,
    limits: limitsOf(config),
    proxies: openTrustedProxies(config),
    brands: await loadBrands(config.branding),
  }
  // Of the machine, for what users and other programs read; ages are measured by the other one.
  const wall = Date.now
  const { errorLog, log } = logs
  const { limits } = inForce
  const secrets = await loadSecrets(config, { now: wall, wait })
  const { keys, panelBinding, handOver, masterPassword, sessionsPassword } = secrets
  const { desKey, pluginSecret } = secrets
  const isOneOfSeveral = config.instances === 'several'
  const refreshKeys = isOneOfSeveral ? () => refreshAndReport(keys, log) : undefined
  const metrics = createMetrics()
  const databaseErrors = createDatabaseErrorLog({
    errorLog,
    ...DATABASE_LINES,
    after: (ms, call) => void setTimeout(call, ms).unref(),
  })
  const clock = await openSteadyClock({ dataDir: config.dataDir, errorLog, log })
  const now = clock.now
  const store = await openConfiguredStore(
    config,
    {
      ...{ keys, refreshKeys, databaseErrors, now, wall, log },
      observer: metrics.store,
    },
    tuning.store,
  )
  const panel = openPanel({
    config: config.panel,
    hmacKey: panelBinding,
    handOverSecret: handOver,
    masterPassword,
    isProduction: process.env['NODE_ENV'] === 'production',
    now,
    wall,
    log,
  })
  const { accounts, submission, renderer } = openMail(config, { now, log, errorLog }, tuning)
  keys.onRead(() => accounts.forgetSealed())
  const directory = openDirectory(config, { now, log })

  const folderChoices = createFolderChoices({
    documents: store.documents,
    ...FOLDER_CHOICES,
    freshMs: isOneOfSeveral ? FOLDER_CHOICES.freshMs : undefined,
    keepMs: config.session.absoluteMs,
    maxOwners: MAX_REMEMBERED_OWNERS,
    now,
  })
  const parsing = createParsing({ errorLog })
  const { migration, migrateAtSignIn } = openMigration(
    config,
    {
      parsing,
      personal: store.personal,
      users: store.users,
      folderChoices,
      renderer,
      now,
      log,
    },
    tuning.migration.waitMs,
  )
  const seal = createSeal(keys)
  const signIn = openSignIn(
    () => inForce.config,
    { store, seal, refreshKeys, now, wall },
    tuning.signIn,
  )
  const events = openEvents(tuning.events)
  store.onSessionEnded((id) => events.endSession(id))
  store.ownerChannel.onChange(({ owner, revision }) => {
    events.publishToUser(
      owner,
      revision === undefined ? { kind: 'outbox' } : { kind: 'settings', revision },
    )
  })
  // Roundcube's sessions are its own, although they lie in the same tables. Taken over they would go past the second factor.
  const takesOver = store.foreignSessions === undefined && config.signIn.secondFactor === 'off'
  const sessions = takesOver ? store.sessions : onlyOwnSessions(store.sessions)
  const app = new Koa()
  const views = createViewMemory({ maxViews: MAX_VIEWS })
  const { sends, copyFiler } = openSending(config, {
    ...{ documents: store.documents, seal, requestMs: limits.requestMs, now, wall },
  })
  const { switches, ...accelerating } = openAccelerator(config, {
    sessions: store.foreignSessions,
    documents: store.documents,
    lastLogins: store.lastLogins,
    ...{ desKey, pluginSecret, accounts, throttle: signIn.throttle, now, wall, log },
  })
  const ownerSessions = createOwnerSessions({
    documents: store.documents,
    sessions,
    maxPerOwner: MAX_SESSIONS_PER_OWNER,
    notedMs: 2 * config.session.absoluteMs,
    // Longer than anything of the journal: where there is too much, what expires first goes first.
    keepMs: config.session.absoluteMs + SEND_RECORD_MS,
    maxNoted: MAX_VIEWS,
    maxWaitMs: OWNER_SESSIONS_WAIT_MS,
    now,
  })
  const passwordSeal = createPasswordSeal({
    seal,
    mailHost: config.imap.host,
    refreshKeys,
    onKeysRead: (listener) => keys.onRead(listener),
    log,
  })
  const outbox = openOutbox(
    () => inForce.config,
    {
      ...{ store, seal, sends, submission, masterPassword },
      ...{
        ownerSessions,
        sessions,
        passwordSeal,
        refreshKeys,
        log,
        requestMs: limits.requestMs,
        now: wall,
      },
      accountOf: (owner, credential) =>
        withChosenUses(
          accounts.account(credential, NO_CLIENT_IP),
          async () => (await folderChoices.current(owner)) ?? {},
        ),
      publish(owner) {
        const user = userKey(owner)
        events.publishToUser(user, { kind: 'outbox' })
        void store.ownerChannel.publish({ owner: user, revision: undefined })
      },
    },
    tuning.outbox,
  )
  const staging = await openUploads(config, { now: wall, log }, tuning.uploads)
  const { messageBytes } = limits
  const uploadRoom = createUploadRoom({ maxBytes: uploadRoomBytes(limits), messageBytes })
  const acceleratedCounts = createAcceleratedCounts({ now })
  const requestServices: RequestServices = Object.assign(inForce, {
    webmailPath: { letters: config.panel.segmentLetters, app: config.webmail.app },
    panel,
    panelUpstream: upstreamTo(config.panel.upstream, limits, logs, true),
    webmailUpstream:
      config.webmail.mode === 'accelerate'
        ? upstreamTo(config.webmail.upstream, limits, logs, false)
        : undefined,
    ...accelerating,
    countAccelerated(action, by) {
      metrics.countAccelerated(action, by)
      acceleratedCounts.count(action, by)
    },
    sessions,
    loadSession: bindKoaSession(app, {
      store: sessions,
      isSecure: config.session.secureCookie,
      maxPerBrowser: tuning.session.perBrowser,
    }),
    seal: passwordSeal,
    users: store.users,
    ...signIn,
    passwordChange: createPasswordChange(config.passwordChange, {
      secret: secrets.passwordChangeSecret,
      log,
    }),
    audit: logs.audit,
    countSignIn: (outcome) => metrics.countSignIn(outcome),
    accounts,
    submission,
    filters: openFilters(config),
    renderer,
    postOneClick: createOneClick(tuning.oneClick),
    viewsOf: views.of,
    searches: createSearches({
      maxAccounts: MAX_REMEMBERED_OWNERS,
      maxPerAccount: MAX_SEARCHES_PER_ACCOUNT,
    }),
    sends,
    directory,
    parsing,
    contactsOf: openContacts(
      config,
      { personal: store.personal, parsing, now, log },
      tuning.carddav,
    ),
    copyFiler,
    staging,
    outbox,
    folderChoices,
    settings: createSettingsStore(store.personal),
    migrateAtSignIn,
    publishSettings(owner, revision) {
      const user = userKey(owner)
      events.publishToUser(user, { kind: 'settings', revision })
      void store.ownerChannel.publish({ owner: user, revision })
    },
    ownerSessions,
    events,
    readParameters: createParameterReader(limits, uploadRoom),
    uploadRoom,
    assets: await loadAssets(webFiles),
    compress: createCompression(tuning.compression),
    recodingFor: createRecoding(tuning.compression),
    versionedFiles: createVersionedFiles(VERSIONED_FILE_BYTES),
    pacing: tuning.page,
    now: wall,
  } satisfies Omit<RequestServices, keyof typeof inForce>)
  const failures = createRecentFailures({ maxEntries: FAILURES_SHOWN })
  const observer = createRequestObserver({
    metrics: metrics.requests,
    failures,
    log,
    slowMs: tuning.log.slowMs,
    now: wall,
  })
  const underWay = createRequestsUnderWay()
  layApp(app, {
    requestServices,
    errorLog,
    databaseErrors,
    log,
    observer,
    underWay,
  })

  const takeover = createTakeover()
  const sessionEndpoint = openSessionEndpoint(store.foreignSessions, config, {
    takeover,
    password: sessionsPassword,
    log,
    countProblem: () => metrics.countSessionEndpointProblem(),
    now,
  })

  const administration = createAdministration({
    config,
    backendFreshMs: tuning.health.freshMs,
    requiredBackends: () => inForce.config.health.required,
    version: await readVersion(),
    store,
    takeover,
    mailEngine: () => accounts.state(),
    outbox: () => outbox.counts(),
    uploads: () => staging.counts(),
    accelerator:
      config.webmail.mode === 'accelerate' ? { counts: acceleratedCounts, switches } : undefined,
    metrics,
    failures,
    keys,
    audit: logs.audit,
    migration,
    parsing,
    secondFactors: signIn.secondFactors,
    passkeys: signIn.passkeys,
    reseal: () =>
      resealDocuments(store.personal, seal, {
        [SECRETS]: sealedSecret,
        [OUTBOX_KIND]: sealedMessage,
      }),
    lostLogLines: () => logs.lostLines(),
    waitingLogBytes: () => logs.waitingBytes(),
    now: wall,
  })
  const alerts = openAlerts(
    config,
    { look: () => administration.findings(), now, log },
    tuning.alerts.afterMs,
  )
  alerts.start()
  outbox.start()

  return {
    app,
    requestServices,
    sessionEndpoint,
    async apply(next) {
      // Both may throw: what is in force is changed once nothing can.
      const brands = await loadBrands(next.branding, inForce.brands)
      inForce.proxies = openTrustedProxies(next)
      inForce.brands = brands
      inForce.config = next
      inForce.limits = limitsOf(next)
      log.level = next.log.level
    },
    drainMs: tuning.stop.drainMs,
    refuseRest: () => underWay.refuseAll(),
    administration,
    async close(graceMs) {
      events.stop()
      await alerts.close()
      requestServices.panelUpstream?.close()
      requestServices.webmailUpstream?.close()
      copyFiler.close()
      staging.close()
      directory?.close()
      const outboxClosed = outbox.close()
      await sends.close(graceMs)
      await outboxClosed
      await Promise.all([accounts.close(), submission.close(), panel.close()])
      await store.close(tuning.stop.drainMs)
      databaseErrors.close()
      await clock.close()
    },
  }
}

function openTrustedProxies({ panel }: Config): TrustedProxies {
  try {
    return createTrustedProxies(panel.trustedProxies)
  } catch (cause) {
    throw new InvalidSetting('panel.trustedProxies', cause)
  }
}

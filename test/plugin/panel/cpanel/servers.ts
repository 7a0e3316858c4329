import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drain, listen } from '../../../../plugin/process/listen.ts'
import { CPANEL_HELPER_URL } from '../../../../plugin/panel/examine-panel.ts'
import { createHttpPanel } from '../../../../plugin/panel/http/http.ts'
import { createCpanelHelper } from '../../../../plugin/panel/cpanel/helper.ts'
import type { SessionRules } from '../../../../plugin/panel/cpanel/judge-session.ts'
import type { PanelSimulator } from '../../../support/panel/simulator.ts'
import { WAIT_LIMIT_MS } from '../../../support/process/wait-limit.ts'
import { temporaryDirectory, type Teardown } from '../../../support/process/temporary-directory.ts'
import { robin, signIn, startSimulator } from '../../../support/panel/start-simulator.ts'

/** Cookies that name sessions in these tests. */
export const cookies = ['webmailsession', 'cpsession']

/** What a test wants different from an ordinary helper. */
export interface HelperChanges {
  readonly rules?: Partial<SessionRules>
  readonly now?: () => number
  readonly wall?: () => number
  readonly ownerUid?: number
}

/** The cpanel adapter, with its helper beside the session files of a simulated panel. */
export async function openCpanel(
  t: Teardown,
  simulator: PanelSimulator,
  changes: HelperChanges = {},
) {
  const socketPath = await startHelper(t, simulator, changes)
  const panel = createHttpPanel({
    name: 'cpanel',
    authUrl: CPANEL_HELPER_URL,
    socketPath,
    timeoutMs: WAIT_LIMIT_MS,
    positiveCacheMs: 0,
    negativeCacheMs: 0,
    cacheEntries: 100,
    forwardedCookies: cookies,
    hmacKey: Buffer.alloc(32, 7),
    now: changes.now ?? Date.now,
    wall: changes.wall ?? changes.now ?? Date.now,
    log: { warn: () => undefined },
  })
  t.teardown(() => panel.close())
  return panel
}

/** The helper beside the session files of a simulated panel. Resolves to its socket. */
export async function startHelper(
  t: Teardown,
  simulator: PanelSimulator,
  changes: HelperChanges = {},
): Promise<string> {
  const socketPath = join(await temporaryDirectory(t), 'helper.sock')
  const helper = createCpanelHelper({
    directory: simulator.files.directory,
    ownerUid: changes.ownerUid ?? process.getuid?.() ?? 0,
    cookies,
    rules: {
      addressCheck: 'strict',
      requireSecondFactor: false,
      absoluteMs: 86_400_000,
      ...changes.rules,
    },
    now: changes.now ?? Date.now,
    wall: changes.wall ?? changes.now ?? Date.now,
    log: () => undefined,
  })
  await listen(helper, { unix: socketPath })
  t.teardown(() => drain(helper, 100))
  return socketPath
}

/** A live session of Robin's and the adapter beside it. */
export async function liveSession(t: Teardown, changes: HelperChanges = {}) {
  const simulator = await startSimulator(t)
  const signedIn = await signIn(simulator.webmailUrl)
  const session = simulator.sessions.all().find(({ user }) => user === robin.address)
  if (session === undefined) throw new Error('the simulator has no such session')
  const panel = await openCpanel(t, simulator, changes)
  const raw = simulator.files.pathOf('raw', session.name)
  const cache = simulator.files.pathOf('cache', session.name)
  return { simulator, signedIn, session, panel, raw, cache }
}

/** Fields of a sound session, as both files would hold them. */
export const sound = {
  user: robin.address,
  cp_security_token: '/cpsess0228251236',
  ip_address: '127.0.0.1',
  origin_as_string: 'address=127.0.0.1,app=webmaild,method=handle_form_login',
  tfa_verified: '0',
}

/** A request of that session. */
export const requested = {
  cookieHeader: 'webmailsession=robin%40example.test%3aAbCdEfGhIjKlMnOp%2c0123456789abcdef',
  segmentDigits: '0228251236',
}

/** A session with these fields, in both files unless one is given another text or none. */
export async function sessionWith(
  t: Teardown,
  fields: Readonly<Record<string, string>>,
  {
    raw = toRaw(fields),
    cache = JSON.stringify(fields),
    ...changes
  }: HelperChanges & { readonly raw?: string | undefined; readonly cache?: string | null } = {},
) {
  const simulator = await startSimulator(t)
  const name = 'robin@example.test:AbCdEfGhIjKlMnOp'
  const mode = 0o600
  await writeFile(simulator.files.pathOf('raw', name), raw, { mode })
  if (cache !== null) await writeFile(simulator.files.pathOf('cache', name), cache, { mode })
  return { panel: await openCpanel(t, simulator, changes), simulator, name }
}

/** Fields as the raw file has them. */
export function toRaw(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('')
}

import { request } from 'undici'
import { createHttpPanel } from '../../../plugin/panel/http/http.ts'
import { createTestClock } from '../clock.ts'
import type { PanelSimulatorOptions } from './state/options.ts'
import { startPanelSimulator, type PanelSimulator } from './simulator.ts'
import { WAIT_LIMIT_MS } from '../process/wait-limit.ts'
import { temporaryDirectory, type Teardown } from '../process/temporary-directory.ts'

/** The mailbox owner of these tests. */
export const robin = { address: 'robin@example.test', password: 'pass:wörd%', account: 'hosting' }

/** The hosting account that owns the mailbox. */
export const hosting = { user: 'hosting', password: 'account-password' }

/** A browser's view of a finished sign-in. */
export interface SignedIn {
  readonly cookieHeader: string
  readonly segmentDigits: string
  readonly location: string
}

/** Starts a simulated panel for one test, with a clock of its own. */
export async function startSimulator(
  t: Teardown,
  options: Partial<PanelSimulatorOptions> = {},
): Promise<PanelSimulator> {
  const simulator = await startPanelSimulator({
    mailboxes: [robin],
    accounts: [hosting],
    apps: [],
    directory: await temporaryDirectory(t),
    clock: createTestClock(),
    ...options,
  })
  t.teardown(() => simulator.stop())
  return simulator
}

/** The http adapter in front of a panel's verification address. */
export function openHttpPanel(
  t: Teardown,
  authUrl: string,
  options: Partial<Parameters<typeof createHttpPanel>[0]> = {},
) {
  const panel = createHttpPanel({
    authUrl,
    timeoutMs: WAIT_LIMIT_MS,
    positiveCacheMs: 10_000,
    negativeCacheMs: 2_000,
    cacheEntries: 100,
    forwardedCookies: ['cpsession', 'webmailsession', 'whostmgrsession'],
    hmacKey: Buffer.alloc(32, 7),
    now: Date.now,
    log: { warn: () => undefined },
    ...options,
  })
  t.teardown(() => panel.close())
  return panel
}

/** Signs in by the plain form, as a browser does, without following the redirect. */
export async function signIn(
  url: string,
  fields: Readonly<Record<string, string>> = { user: robin.address, pass: robin.password },
): Promise<SignedIn> {
  const response = await request(`${url}/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  await response.body.dump()
  const location = String(response.headers['location'] ?? '')
  return {
    cookieHeader: cookieHeaderOf(response.headers['set-cookie']),
    segmentDigits: /^\/cpsess([0-9]{10})\//.exec(location)?.[1] ?? '',
    location,
  }
}

/** The Cookie header a browser would send after these Set-Cookie headers. */
export function cookieHeaderOf(setCookie: string | string[] | undefined): string {
  return [setCookie ?? []]
    .flat()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
}

import { Agent, request } from 'undici'
import type { Config } from '../config/schema.ts'
import { readAccountRegistry } from './shim/accounts.ts'

/** The address of the helper is that of its socket; the host is only what HTTP needs to have. */
export const CPANEL_HELPER_URL = 'http://cpanel-helper/session'

/** Where a panel verifies its sessions. */
export interface PanelAddress {
  readonly url: string
  /** Unix socket to ask over; undefined: the host of the address. */
  readonly socketPath?: string
  /** For users. */
  readonly place: string
}

/** How the panel's verification address answers someone without any cookie. */
export interface PanelExamination {
  readonly status: number
  /** How far the panel's clock is ahead of ours, in ms, to the second; undefined without a Date. */
  readonly clockAheadMs: number | undefined
}

/** The address of the configured adapter; undefined when it sends no requests. */
export function panelAddress({ adapter, http, cpanel }: Config['panel']): PanelAddress | undefined {
  if (adapter === 'cpanel') {
    const { socket } = cpanel
    return { url: CPANEL_HELPER_URL, socketPath: socket, place: `unix:${socket}` }
  }
  if (adapter !== 'http' || http.authUrl === null) return undefined
  return { url: http.authUrl, place: new URL(http.authUrl).host }
}

/** Asks once, without cookie and segment. Rejects when no response comes within the time. */
export async function examinePanel(
  { url, socketPath }: PanelAddress,
  { timeoutMs, now }: { readonly timeoutMs: number; readonly now: () => number },
): Promise<PanelExamination> {
  const connect = { timeout: timeoutMs, socketPath: socketPath ?? null }
  const dispatcher = new Agent({ connections: 1, connect })
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body.dump()
    const { date } = headers
    const serverTime = typeof date === 'string' ? Date.parse(date) : NaN
    return {
      status: statusCode,
      clockAheadMs: Number.isNaN(serverTime) ? undefined : serverTime - now(),
    }
  } finally {
    await dispatcher.destroy()
  }
}

/** How many hosting accounts the shim may speak for. Throws what keeps the registry from being read. */
export async function countShimAccounts({ shim }: Config['panel']): Promise<number> {
  return (await readAccountRegistry(shim.accountsFile)).size
}

import { Agent, request } from 'undici'

/** How the panel's verification address answers somebody without any cookie. */
export interface PanelExamination {
  readonly status: number
  /** How far the panel's clock is ahead of ours, in ms, to the second; undefined without a Date. */
  readonly clockAheadMs: number | undefined
}

/** Asks once, without cookie and segment. Rejects when no answer comes within the time. */
export async function examinePanel(
  authUrl: string,
  { timeoutMs, now }: { readonly timeoutMs: number; readonly now: () => number },
): Promise<PanelExamination> {
  const dispatcher = new Agent({ connections: 1, connect: { timeout: timeoutMs } })
  try {
    const { statusCode, headers, body } = await request(authUrl, {
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body.dump()
    const { date } = headers
    const told = typeof date === 'string' ? Date.parse(date) : NaN
    return {
      status: statusCode,
      clockAheadMs: Number.isNaN(told) ? undefined : told - now(),
    }
  } finally {
    await dispatcher.destroy()
  }
}

/** Remembers which signatures were used, so that each is good for one request. */
export interface Nonces {
  /**
   * Uses a nonce up. `spent`: it was used before. `full`: this account sent more requests within the
   * window than may be remembered; forgetting one instead would let it be used again.
   */
  spend(account: string, nonce: string): 'fresh' | 'spent' | 'full'
}

interface NoncesOptions {
  /** How long a nonce could still be valid. */
  readonly windowMs: number
  readonly maxPerAccount: number
  readonly now: () => number
}

/** Creates the memory. Accounts that prove a key are few and known, so only each one's share is bounded. */
export function createNonces({ windowMs, maxPerAccount, now }: NoncesOptions): Nonces {
  const accounts = new Map<string, Map<string, number>>()
  return {
    spend(account, nonce) {
      const used = accounts.get(account) ?? new Map<string, number>()
      accounts.set(account, used)
      forgetBefore(used, now() - windowMs)
      if (used.has(nonce)) return 'spent'
      if (used.size >= maxPerAccount) return 'full'
      used.set(nonce, now())
      return 'fresh'
    },
  }
}

/** Entries stand in the order of their time, so the first young one ends the search. */
function forgetBefore(used: Map<string, number>, oldest: number): void {
  for (const [nonce, usedAt] of used) {
    if (usedAt >= oldest) return
    used.delete(nonce)
  }
}

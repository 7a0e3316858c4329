import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import { isSameSecret } from '../../http/same-secret.ts'
import {
  keyedHash,
  granted,
  refused,
  type Panel,
  type PanelCredential,
  type PanelEvidence,
  type PanelRefusalCode,
  type PanelVerdict,
  type Principal,
} from '../adapter/panel.ts'
import { createAccountRegistry, mayOpen, onlyDomain } from './accounts.ts'
import {
  isSignedWith,
  readEnvelope,
  type ShimEnvelope,
  temporaryUserCredential,
} from './envelope.ts'

// Anyone who connects to the socket may have sent it, but it is what an administrator sees who has put
// back one of the two files without the other.
const UNKNOWN_ACCOUNT = 'the accounts file has no such account: run scripts/update-accounts'
const OTHER_KEY =
  'signed with another key than the accounts file has for it: run scripts/update-accounts'

interface ShimPanelOptions {
  /** Written by scripts/install/shim-accounts: which key and which domains an account has. */
  readonly accountsFile: string
  /** How far the clocks of a signature and of this process may be apart. */
  readonly clockSkewMs: number
  readonly requestsPerAccount: number
  readonly hmacKey: Buffer
  readonly homePath?: string | undefined
  /** Measures ages. */
  readonly now: () => number
  /** Unix ms of the machine's clock, by which a panel beside us signs; default `now`. */
  readonly wall?: () => number
  readonly log: Pick<Logger, 'warn'>
}

/**
 * A panel that runs plugin/panel/shim/index.php after its own checks (plugin/docs/admin-guide.md, "cPanel with the shim").
 * The account's user can read the account's key, so a signature proves the account and no more: the
 * mailbox must be one of its own. Credentials are held as long as their request, and nowhere else.
 */
export function createShimPanel(options: ShimPanelOptions): Panel {
  const { accountsFile, clockSkewMs, requestsPerAccount, hmacKey, now, wall = now, log } = options
  const credentials = new WeakMap<Principal, PanelCredential>()
  const registry = createAccountRegistry(accountsFile, now)
  const nonces = createNonces({
    // A signature may be ahead of this clock as well as behind it.
    windowMs: 2 * clockSkewMs,
    maxPerAccount: requestsPerAccount,
    now,
  })
  const no = (code: PanelRefusalCode, reason: string, account?: string): PanelVerdict => {
    log.warn({ code, account }, `a signed request was refused: ${reason}`)
    return refused(code)
  }

  const judge = async (evidence: PanelEvidence): Promise<PanelVerdict> => {
    if (evidence.signed === undefined) return refused('cookie_missing')
    const sealed = readEnvelope(evidence.signed)
    if (sealed === undefined) return no('cookie_malformed', 'malformed signature')
    const { envelope } = sealed
    const { account: name } = envelope
    const account = await registry.find(name)
    if (account === undefined) return no('signature_unknown', UNKNOWN_ACCOUNT, name)
    if (!isSignedWith(account.key, sealed)) return no('signature_unknown', OTHER_KEY, name)
    if (Math.abs(wall() - envelope.time) > clockSkewMs) {
      return no('session_expired', 'signed too long ago, or clocks differ', name)
    }
    if (!mayOpen(account, envelope.user)) {
      return no('not_a_mailbox', 'the mailbox is not of this account', name)
    }
    if (!isSameSecret(evidence.segment.path, envelope.token)) return refused('segment_mismatch')
    if (!isSameAddress(envelope.ip, evidence.clientIp)) {
      return no('inconsistent', 'signed for another address', name)
    }
    const credential = temporaryUserCredential(envelope)
    if (credential === undefined) return no('inconsistent', 'two temporary users', name)
    const replay = replayOf(nonces, name, envelope)
    if (replay !== undefined) return no(replay, 'signature used up', name)

    const principal: Principal = {
      sessionKey: keyedHash(hmacKey, 'shim session', name, envelope.user, envelope.token),
      subject: envelope.user,
      mailDomain: onlyDomain(account),
      expiresAt: undefined,
      bodyDigest: envelope.body,
    }
    credentials.set(principal, credential)
    return granted(principal)
  }

  return {
    name: 'shim',
    homePath: options.homePath,
    async verify(evidence) {
      try {
        return await judge(evidence)
      } catch (err) {
        log.warn({ err }, 'the accounts of the shim could not be read')
        return refused('panel_unavailable')
      }
    },
    credential: async (principal) => credentials.get(principal) ?? { kind: 'prompt' },
    async close() {
      // Holds nothing open.
    },
  }
}

function replayOf(
  nonces: Nonces,
  account: string,
  { nonce }: ShimEnvelope,
): PanelRefusalCode | undefined {
  switch (nonces.spend(account, nonce)) {
    case 'fresh':
      return undefined
    case 'spent':
      return 'inconsistent'
    case 'full':
      return 'panel_unavailable'
  }
}

function isSameAddress(one: string, other: string): boolean {
  if (!ipaddr.isValid(one)) return false
  return ipaddr.process(one).toString() === other
}

/** Remembers which signatures were used, so that each is good for one request. */
interface Nonces {
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
function createNonces({ windowMs, maxPerAccount, now }: NoncesOptions): Nonces {
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

import type { MailConnection } from '../connection/connection.ts'
import type { ConnectRequest, Connector } from '../connection/connector.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { LiveAccount } from './live-account.ts'
import type { ProofSemaphore } from '../queue/proof-semaphore.ts'
import type { Semaphore } from '../../../plugin/concurrency/semaphore.ts'
import type { HeldConnection } from '../connection/working.ts'

interface SignInProofsParts {
  readonly connector: Connector
  /** By owner. */
  readonly spare: Semaphore
  readonly proofs: ProofSemaphore
  /** False while a search has the spare connection of the owner, or where there is none. */
  readonly hasSpare: (owner: string) => boolean
  /** The live account of a credential: the server accepted it before. */
  readonly cached: (account: string) => LiveAccount | undefined
  /** The live accounts of one owner, whatever their credentials. */
  readonly livesOf: (owner: string) => readonly LiveAccount[]
  /** Takes a connection over for the account of the request; false when that has one. */
  readonly adopt: (held: HeldConnection, request: ConnectRequest) => boolean
}

/**
 * Proves what a sign-in brings, by a connection of its own. A credential that the server accepted before
 * keeps within the owner's budget of connections. Any other may be a guess: it waits among the guesses,
 * takes nothing from the owner, and touches nothing of theirs unless the server accepts it.
 */
export function createSignInProofs(
  parts: SignInProofsParts,
): (request: ConnectRequest) => Promise<MailConnection> {
  const { connector, spare, proofs } = parts

  /** The proof is a connection like any other; when there is one already, it has done its duty. */
  const keepOrEnd = (held: HeldConnection, request: ConnectRequest): MailConnection => {
    if (!parts.adopt(held, request)) held.connection.end()
    return held.connection
  }
  const proveOnSpare = async (request: ConnectRequest): Promise<MailConnection> => {
    const giveWay = () => {
      for (const { watcher } of parts.livesOf(request.owner)) watcher.giveWay()
    }
    const release = await spare.take(request.signal, request.owner, giveWay)
    try {
      return keepOrEnd(await connector.open(request), request)
    } finally {
      release()
    }
  }
  const proveCached = (
    request: ConnectRequest,
    { working }: LiveAccount,
  ): Promise<MailConnection> => {
    // A search may keep the spare connection for minutes: who signs in meanwhile does not wait for it.
    if (parts.hasSpare(request.owner)) return proveOnSpare(request)
    return working.replace(() => connector.open(request), request.signal)
  }
  /** undefined: the server allows the owner no more connections, which it reports who has the password. */
  const proveAsGuess = async (request: ConnectRequest): Promise<MailConnection | undefined> => {
    const release = await proofs.take(request, request.signal)
    try {
      // Another sign-in may have proven it meanwhile.
      const cached = parts.cached(request.account)
      if (cached !== undefined) return await proveCached(request, cached)
      return keepOrEnd(await connector.openOnce(request), request)
    } catch (error) {
      if (error instanceof MailFault && error.code === 'limit_reached') return undefined
      throw error
    } finally {
      release()
    }
  }

  return async (request) => {
    const cached = parts.cached(request.account)
    if (cached !== undefined) return proveCached(request, cached)
    const proven = await proveAsGuess(request)
    if (proven !== undefined) return proven
    // The owner's own connections make room, and are opened again when they are needed.
    for (const { working, watcher } of parts.livesOf(request.owner)) {
      working.renew()
      watcher.giveWay()
    }
    return proveOnSpare(request)
  }
}

/** A connection as its admission sees it. */
export interface Candidate {
  /** Who is at the other end, as far as it can be known: an address, or one name for all of a Unix socket. */
  readonly peer: string
  close(): void
}

/** Decides which connections stay, so that no one without the password keeps out who has it. */
export interface Admission {
  /** The connection has not shown the password yet: it has a short time, and makes room for newer ones. */
  enter(candidate: Candidate): void
  /** It has. False when as many have as may: it has to end. */
  prove(candidate: Candidate): boolean
  leave(candidate: Candidate): void
}

interface AdmissionOptions {
  /** Connections that have shown the password. */
  readonly maxProved: number
  /** Hears how many were closed to make room, or that a connection with the password found none. */
  readonly report: (fields: object, text: string) => void
}

/** Without the password, counted from the connection on: a client sends it first, in the same moment. */
const PASSWORD_MS = 5_000
/** Connections without the password, of one peer and of all; above it the oldest of them are closed. */
const MAX_UNPROVED_PER_PEER = 64
const MAX_UNPROVED = 256
/**
 * None makes room sooner than this: the password of one that a burst of requests opened is on its way. What comes meanwhile is
 * bounded by the time alone.
 */
const GRACE_MS = 50

interface Unproved {
  readonly since: number
  readonly expiry: NodeJS.Timeout
}

/** Keeps account of the connections of one listener. */
export function createAdmission({ maxProved, report }: AdmissionOptions): Admission {
  const proved = new Set<Candidate>()
  /** The oldest first. */
  const unproved = new Map<Candidate, Unproved>()
  let due: NodeJS.Timeout | undefined

  function scheduleRoom(): void {
    // Behind the next look at the sockets: on a busy machine a password may have come long ago.
    due ??= setTimeout(() => setImmediate(makeRoom), GRACE_MS).unref()
  }

  function makeRoom(): void {
    due = undefined
    const perPeer = new Map<string, number>()
    const graceStartedAt = performance.now() - GRACE_MS
    let stayed = 0
    let closed = 0
    for (const [candidate, { since }] of [...unproved].reverse()) {
      const ofPeer = (perPeer.get(candidate.peer) ?? 0) + 1
      perPeer.set(candidate.peer, ofPeer)
      if (ofPeer <= MAX_UNPROVED_PER_PEER && stayed < MAX_UNPROVED) stayed += 1
      else if (since > graceStartedAt) scheduleRoom()
      else {
        closed += 1
        candidate.close()
      }
    }
    if (closed > 0)
      report({ closed }, 'session endpoint: too many connections without the password')
  }

  function leave(candidate: Candidate): void {
    clearTimeout(unproved.get(candidate)?.expiry)
    unproved.delete(candidate)
    proved.delete(candidate)
  }

  return {
    enter(candidate) {
      const expiry = setTimeout(() => candidate.close(), PASSWORD_MS).unref()
      unproved.set(candidate, { since: performance.now(), expiry })
      if (unproved.size > MAX_UNPROVED_PER_PEER) scheduleRoom()
    },
    prove(candidate) {
      leave(candidate)
      if (proved.size >= maxProved) {
        report({ connections: maxProved }, 'session endpoint: too many connections')
        return false
      }
      proved.add(candidate)
      return true
    },
    leave,
  }
}

/** The cookies of Roundcube's session. */
export interface SessionCookies {
  readonly id: string
  /** `<auth_secret>-<time slot>`. */
  readonly proof: string
}

const NAMES = { id: 'roundcube_sessid', proof: 'roundcube_sessauth' } as const

/** The cookies of a request; undefined unless each is there exactly once. */
export function sessionCookiesOf(header: string | undefined): SessionCookies | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/s))
  const valueOf = (wanted: string) => {
    const values = pairs.flatMap(([name, value]) => (name === wanted ? [value ?? ''] : []))
    return values.length === 1 ? values[0] : undefined
  }
  const id = valueOf(NAMES.id)
  const proof = valueOf(NAMES.proof)
  return id === undefined || proof === undefined ? undefined : { id, proof }
}

/** A proof that Roundcube has set, for the session it was set for, and what it wrote behind the value. */
export interface SetProof {
  readonly cookies: SessionCookies
  readonly attributes: string
}

/**
 * Reads Set-Cookie lines of Roundcube, whose session is a new one where they say so. undefined for none, one that ends
 * the session, and one with an end of its own, which would have to be told anew.
 */
export function setProofOf(
  lines: readonly string[],
  asked: SessionCookies | undefined,
): SetProof | undefined {
  const valueOf = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}=`))
      .at(-1)
      ?.slice(name.length + 1)
  const [, proof, attributes] = /^([^;]+)(;.*)?$/.exec(valueOf(NAMES.proof) ?? '') ?? []
  const id = /^[^;]+/.exec(valueOf(NAMES.id) ?? '')?.[0] ?? asked?.id
  if (proof === undefined || proof === '-del-' || id === undefined) return undefined
  if (/expires=|max-age=/i.test(attributes ?? '')) return undefined
  return { cookies: { id, proof }, attributes: attributes ?? '' }
}

/** The line that sets the proof, with what Roundcube writes behind its value. */
export function proofLine(proof: string, attributes: string): string {
  return `${NAMES.proof}=${proof}${attributes}`
}

/** Half a lifetime long. */
const SLOTS_PER_LIFETIME = 2
/** An older cookie ends the session. */
const SLOTS_ACCEPTED = 3
const MIN_LIFETIME_MS = 120_000

/** The proofs that Roundcube takes at a moment (Unix ms), the current one first. */
export function acceptedProofs(
  secret: string,
  wall: number,
  lifetimeMs: number,
): readonly string[] {
  const seconds = Math.floor(Math.max(MIN_LIFETIME_MS, lifetimeMs) / SLOTS_PER_LIFETIME / 1_000)
  const now = Math.floor(wall / 1_000)
  const slot = now - (now % seconds)
  return Array.from({ length: SLOTS_ACCEPTED }, (_, age) => `${secret}-${slot - age * seconds}`)
}

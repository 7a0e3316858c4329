/** The cookies of Roundcube's session. */
export interface SessionCookies {
  readonly id: string
  /** `<auth_secret>-<time slot>`. */
  readonly authProof: string
}

const NAMES = { id: 'roundcube_sessid', authProof: 'roundcube_sessauth' } as const

/** The cookies of a request; undefined unless each is there exactly once. */
export function sessionCookiesOf(header: string | undefined): SessionCookies | undefined {
  const [id, ...otherIds] = valuesOf(header, NAMES.id)
  const [authProof, ...otherProofs] = valuesOf(header, NAMES.authProof)
  if (id === undefined || authProof === undefined) return undefined
  return otherIds.length + otherProofs.length > 0 ? undefined : { id, authProof }
}

/** The id of a session that a browser names, proved or not. */
export function sessionIdOf(header: string | undefined): string | undefined {
  const [id, ...others] = valuesOf(header, NAMES.id)
  return others.length > 0 ? undefined : id
}

/** The session of a user who has proved nothing yet: its id is there once, and no proof of any session. */
export function unprovedSessionId(header: string | undefined): string | undefined {
  return valuesOf(header, NAMES.authProof).length > 0 ? undefined : sessionIdOf(header)
}

function valuesOf(header: string | undefined, wanted: string): readonly string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.flatMap((pair) => {
    if (pair === wanted) return ['']
    return pair.startsWith(`${wanted}=`) ? [pair.slice(wanted.length + 1)] : []
  })
}

/** A proof that Roundcube has set, for the session it was set for, and what it wrote behind the value. */
export interface SetProof {
  readonly cookies: SessionCookies
  readonly attributes: string
}

/**
 * Reads Set-Cookie lines of Roundcube, whose session is a new one where they say so. undefined for none, one that ends
 * the session, and one with an end of its own, which would have to be told again.
 */
export function setProofOf(
  lines: readonly string[],
  requested: SessionCookies | undefined,
): SetProof | undefined {
  const [, authProof, attributes] =
    /^([^;]+)(;.*)?$/.exec(lastSet(lines, NAMES.authProof) ?? '') ?? []
  const id = /^[^;]+/.exec(lastSet(lines, NAMES.id) ?? '')?.[0] ?? requested?.id
  if (authProof === undefined || authProof === '-del-' || id === undefined) return undefined
  if (/expires=|max-age=/i.test(attributes ?? '')) return undefined
  return { cookies: { id, authProof }, attributes: attributes ?? '' }
}

/** What Roundcube writes behind the id of a new session; undefined for none, and one with an end of its own. */
export function idAttributesOf(lines: readonly string[]): string | undefined {
  const [, attributes] = /^[0-9a-zA-Z,-]+(;.*)?$/.exec(lastSet(lines, NAMES.id) ?? '') ?? []
  return attributes === undefined || /expires=|max-age=/i.test(attributes) ? undefined : attributes
}

function lastSet(lines: readonly string[], name: string): string | undefined {
  const line = lines.filter((each) => each.startsWith(`${name}=`)).at(-1)
  return line?.slice(name.length + 1)
}

/** The lines of a sign-in, as Roundcube has them: the proof of an earlier session ends, and a new one starts. */
export function signInLines(
  { id, authProof }: SessionCookies,
  attributes: { readonly id: string; readonly authProof: string },
  wall: number,
): readonly string[] {
  const past = new Date(wall - 60_000).toUTCString()
  return [
    proofLine('-del-', `; expires=${past}; Max-Age=0${attributes.authProof}`),
    `${NAMES.id}=${id}${attributes.id}`,
    proofLine(authProof, attributes.authProof),
  ]
}

/** The line that sets the proof, with what Roundcube writes behind its value. */
export function proofLine(credentials: string, attributes: string): string {
  return `${NAMES.authProof}=${credentials}${attributes}`
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

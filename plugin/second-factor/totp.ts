import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Seconds of a step, digits of a code and the hash: what every app takes (RFC 6238 5.2, 1.2). */
const PERIOD = 30
const shape = { algorithm: 'SHA1', digits: 6, period: PERIOD } as const
/** 160 bits, as long as the hash (RFC 4226 4, R6). */
const SECRET_BYTES = 20
/** Steps before and after the present one that count as well: clocks differ, and typing takes time. */
const WINDOW = 1

/** A fresh secret, as base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The step a code belongs to, now or beside now; undefined for another code. Takes the same time for every wrong one. */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW })
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / PERIOD) + delta
}

/** How long a step can be of use after it was: longer than that no one has to remember it. */
export const STEP_KEEP_MS = 10 * PERIOD * 1_000

/** The address by which an app takes the secret over, and it as a picture: a `data:` URL of SVG. */
export function totpInvitation(secret: string, owner: string, productName: string) {
  const address = new TOTP({
    ...shape,
    issuer: productName,
    label: owner,
    secret: Secret.fromBase32(secret),
  }).toString()
  const svg = renderSVG(address, { border: 3 })
  return { address, picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
}

/** Names a step of an owner's secret. */
export function stepName(secret: string, step: number): string {
  return `totp ${secret} ${step}`
}

import { z } from 'zod'
import { jsonOf } from '../config/corrupt-file.ts'
import type { Challenge } from './challenges.ts'
import { isOriginWithin } from './passkey-domain.ts'

// The one place that knows the library of passkeys (WebAuthn Level 3). Its options and answers are JSON here, as
// PublicKeyCredential.parseCreationOptionsFromJSON and toJSON of browsers have them.

/** Loaded by the first passkey: its 200 files are a fifth of the time that every start and every command would take. */
const passkeyLibrary = () => import('@simplewebauthn/server')

const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** A passkey as its authenticator made it. */
export const credentialSchema = z.strictObject({
  /** base64url. */
  id: z.string(),
  /** COSE key, base64url. */
  publicKey: z.string(),
  /** Of signatures; 0 where the authenticator counts none. */
  counter: z.number(),
  transports: z.array(transport),
})

export type PasskeyCredential = z.infer<typeof credentialSchema>

const encoded = z.base64url().max(16_384)
const response = { id: encoded, rawId: encoded, type: z.literal('public-key') }
const addedSchema = z.object({
  ...response,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(transport).catch([]),
  }),
})
const shownSchema = z.object({
  ...response,
  response: z.object({ clientDataJSON: encoded, authenticatorData: encoded, signature: encoded }),
})
/** The request came from a frame of another site where `crossOrigin` is true (WebAuthn 5.8.1): none of ours is in one. */
const clientData = z.object({ origin: z.string(), crossOrigin: z.literal(false).optional() })

/** A user whose passkeys are requested or added to. */
interface PasskeyOwner {
  /** Bytes that name no one. */
  readonly handle: Uint8Array<ArrayBuffer>
  readonly name: string
}

/** The options of `navigator.credentials.create`: a passkey that verifies its owner, without an attestation. */
export async function creationOptions(
  { challenge, domain }: Challenge,
  owner: PasskeyOwner,
  known: readonly PasskeyCredential[],
  productName: string,
): Promise<string> {
  const { generateRegistrationOptions } = await passkeyLibrary()
  const options = await generateRegistrationOptions({
    rpID: domain,
    rpName: productName,
    userID: owner.handle,
    userName: owner.name,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
  })
  return JSON.stringify(options)
}

/** The options of `navigator.credentials.get`. */
export async function requestOptions(
  { challenge, domain }: Challenge,
  known: readonly PasskeyCredential[],
): Promise<string> {
  const { generateAuthenticationOptions } = await passkeyLibrary()
  const options = await generateAuthenticationOptions({
    rpID: domain,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
  })
  return JSON.stringify(options)
}

/** The passkey in a response to creation options; undefined where anything of it is not as requested. */
export async function verifyAdded(
  { challenge, domain }: Challenge,
  json: string,
): Promise<PasskeyCredential | undefined> {
  const { data } = addedSchema.safeParse(jsonOf(json))
  const origin = data && originOf(data.response.clientDataJSON, domain)
  if (data === undefined || origin === undefined) return undefined
  const { verifyRegistrationResponse } = await passkeyLibrary()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...data, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: true,
  }).catch(notVerified)
  if (!verified) return undefined
  const { id, publicKey, counter } = registrationInfo.credential
  const { transports } = data.response
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/** The id of the passkey that a response says it is by; undefined where it is none. */
export function idOfShown(json: string): string | undefined {
  return shownSchema.safeParse(jsonOf(json)).data?.id
}

/** The counter of a passkey after it was shown; undefined where anything of the response is not as requested, or the counter did not increase. */
export async function verifyShown(
  { challenge, domain }: Challenge,
  json: string,
  { id, publicKey, counter, transports }: PasskeyCredential,
): Promise<number | undefined> {
  const { data } = shownSchema.safeParse(jsonOf(json))
  const origin = data && originOf(data.response.clientDataJSON, domain)
  if (data === undefined || origin === undefined || data.id !== id) return undefined
  const key = Uint8Array.from(Buffer.from(publicKey, 'base64url'))
  const { verifyAuthenticationResponse } = await passkeyLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...data, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: true,
    credential: { id, publicKey: key, counter, transports },
  }).catch(notVerified)
  return verified ? authenticationInfo.newCounter : undefined
}

/** The library throws a plain Error for each thing that is not as expected, and so do its parsers for what is malformed. */
function notVerified() {
  return { verified: false, registrationInfo: undefined, authenticationInfo: undefined } as const
}

function originOf(encodedClientData: string, domain: string): string | undefined {
  const text = Buffer.from(encodedClientData, 'base64url').toString('utf8')
  const origin = clientData.safeParse(jsonOf(text)).data?.origin
  return origin !== undefined && isOriginWithin(origin, domain) ? origin : undefined
}

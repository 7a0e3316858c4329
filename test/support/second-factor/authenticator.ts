import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey in memory, for answers that no browser gives: it says what it is told to. */
export interface Authenticator {
  /** JSON of the response to creation options. */
  create(options: string, changes?: Changes): string
  /** JSON of the response to request options. */
  show(options: string, changes?: Changes): string
}

interface Changes {
  /** Asked by a frame of another site. */
  readonly crossOrigin?: boolean
  readonly origin?: string
  readonly counter?: number
  readonly isVerified?: boolean
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** Makes one with a key of its own (ES256); without `changes` it answers as an honest one would. */
export function createAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let signatures = 0

  /** WebAuthn 6.1. */
  function authenticatorData(domain: string, flags: number, changes: Changes): Buffer {
    signatures += 1
    const { counter = signatures, isVerified = true } = changes
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0))
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([createHash('sha256').update(domain).digest(), head])
  }

  /** COSE_Key of RFC 9053 7.1.1, as CBOR. */
  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => [Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]
    return Buffer.concat([
      ...[Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]), ...bytes(x)],
      ...[Buffer.from([0x22]), ...bytes(y)],
    ])
  }

  function responseOf(response: Readonly<Record<string, Buffer>>): string {
    const encoded = Object.entries(response).map(([name, value]): [string, string] => [
      name,
      value.toString('base64url'),
    ])
    const name = id.toString('base64url')
    return JSON.stringify({
      ...{ id: name, rawId: name, type: 'public-key', clientExtensionResults: {} },
      response: Object.fromEntries(encoded),
    })
  }

  return {
    create(options, changes = {}) {
      const { challenge, rp } = read(options)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        ...[authenticatorData(rp, HAS_CREDENTIAL, changes), Buffer.alloc(16), length, id],
        coseKey(),
      ])
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        ...[Buffer.from([authData.length]), authData],
      ])
      const clientDataJSON = clientData('webauthn.create', challenge, rp, changes)
      return responseOf({ clientDataJSON, attestationObject })
    },
    show(options, changes = {}) {
      const { challenge, rp } = read(options)
      const data = authenticatorData(rp, 0, changes)
      const clientDataJSON = clientData('webauthn.get', challenge, rp, changes)
      const hash = createHash('sha256').update(clientDataJSON).digest()
      const signature = sign('sha256', Buffer.concat([data, hash]), privateKey)
      return responseOf({ clientDataJSON, authenticatorData: data, signature })
    },
  }
}

function clientData(
  type: string,
  challenge: string,
  rp: string,
  { origin, crossOrigin = false }: Changes,
): Buffer {
  const said = { type, challenge, origin: origin ?? `https://${rp}`, crossOrigin }
  return Buffer.from(JSON.stringify(said))
}

function read(options: string): { readonly challenge: string; readonly rp: string } {
  const challenge = /"challenge":"([\w-]+)"/.exec(options)?.[1] ?? ''
  const rp = /"rp":\{[^}]*"id":"([^"]+)"|"rpId":"([^"]+)"/.exec(options)
  return { challenge, rp: rp?.[1] ?? rp?.[2] ?? '' }
}

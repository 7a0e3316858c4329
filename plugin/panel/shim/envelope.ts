import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { SignedRequest } from '../adapter/signed-request.ts'

/** What index.php puts under its signature. The password is there as the panel gave it, perhaps empty. */
const envelope = z.strictObject({
  account: z.string().min(1).max(64),
  /** The mailbox, as the panel names it. Visible ASCII: nothing a log or an IMAP command trips over. */
  user: z.string().regex(/^[\x21-\x7e]{1,254}$/),
  /** The panel's segment with its slash. */
  token: z.string().max(64),
  ip: z.string().max(64),
  temporaryUser: z.string().max(128),
  password: z
    .string()
    .max(4096)
    .regex(/^[\w-]*$/)
    .transform((text) => Buffer.from(text, 'base64url').toString('utf8')),
  /** Unix ms. */
  time: z.int(),
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  /** SHA-256 of the body, hex. */
  body: z.string().regex(/^[0-9a-f]{64}$/),
})

export type ShimEnvelope = z.output<typeof envelope>

/** An envelope whose signature has still to be checked, with the bytes it was made over. */
export interface SealedEnvelope {
  readonly envelope: ShimEnvelope
  readonly mac: Buffer
  readonly signedText: string
}

/** Splits and parses a signature header; undefined when it is malformed. Believe nothing of it yet. */
export function readEnvelope(request: SignedRequest): SealedEnvelope | undefined {
  const parts = /^([\w-]{1,8192})\.([0-9a-f]{64})$/.exec(request.signature)
  if (parts === null) return undefined
  const [, text = '', mac = ''] = parts
  const read = envelope.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')))
  if (!read.success) return undefined
  return {
    envelope: read.data,
    mac: Buffer.from(mac, 'hex'),
    signedText: `postern-shim-1\n${request.method}\n${request.target}\n${text}`,
  }
}

/** Whether the envelope was made with this account key (HMAC-SHA-256), in constant time. */
export function isSignedWith(key: string, { mac, signedText }: SealedEnvelope): boolean {
  return timingSafeEqual(createHmac('sha256', key).update(signedText).digest(), mac)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the schema refuses it.
    return undefined
  }
}

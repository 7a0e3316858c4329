import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { jsonOf } from '../../config/corrupt-file.ts'
import type { PanelCredential, SignedRequest } from '../adapter/panel.ts'

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
interface SealedEnvelope {
  readonly envelope: ShimEnvelope
  readonly mac: Buffer
  readonly signedText: string
}

/** Splits and parses a signature header; undefined when it is malformed. Believe nothing of it yet. */
export function readEnvelope(request: SignedRequest): SealedEnvelope | undefined {
  const parts = /^([\w-]{1,8192})\.([0-9a-f]{64})$/.exec(request.signature)
  if (parts === null) return undefined
  const [, text = '', mac = ''] = parts
  const read = envelope.safeParse(jsonOf(Buffer.from(text, 'base64url').toString('utf8')))
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

/** `cpses_reviY3ZSQK[::cpses::]<secret>`: made by the panel when it does not know the mailbox password. */
const TEMPORARY_PASSWORD = /^(cpses_\w{1,64})\[::cpses::\]/

/**
 * The mail login of what a panel hands over (plugin/docs/threats.md, cPanel). A temporary user signs in as
 * `<mailbox>/<temporary user>` and sends the password whole. Answers undefined when the parts contradict.
 */
export function temporaryUserCredential({
  user,
  password,
  temporaryUser,
}: {
  readonly user: string
  readonly password: string
  readonly temporaryUser: string
}): PanelCredential | undefined {
  if (password === '') return { kind: 'prompt' }
  const temporary = TEMPORARY_PASSWORD.exec(password)?.[1]
  if (temporary === undefined) return { kind: 'panel', user, password }
  if (temporaryUser !== '' && temporaryUser !== temporary) return undefined
  return { kind: 'panel', user: `${user}/${temporary}`, password }
}

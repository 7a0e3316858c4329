import { createHash } from 'node:crypto'
import type { SendInput } from '../compose/send-input.ts'

/**
 * Tells two versions of a composed message apart. So short that nobody can find out from it what was
 * written. Of attachments only their number counts: a draft saved meanwhile names them otherwise.
 */
export function sendDigest({ to, cc, bcc, subject, text, files, keptParts }: SendInput): string {
  const words = [to, cc, bcc, subject, text, files.length + keptParts.length]
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 8)
}

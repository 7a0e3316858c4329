import type { Conversation, Untagged } from '../imap/conversation.ts'
import { nameOf } from '../imap/parser/value.ts'

/** What a server offers (RFC 9051 7.2.2), in upper case. */
export type Capabilities = ReadonlySet<string>

/** The list of an untagged CAPABILITY, or of the response code of that name; undefined for anything else. */
export function capabilitiesOf(answer: Untagged): Capabilities | undefined {
  if (answer.kind === 'data' && answer.name === 'CAPABILITY') {
    return new Set(answer.values.map(nameOf))
  }
  if (answer.kind !== 'status' || answer.code !== 'CAPABILITY') return undefined
  return new Set(answer.codeValues.map(nameOf))
}

/** Asks for them; undefined when the server does not tell. Throws MailFault. */
export async function askCapabilities(
  conversation: Conversation,
): Promise<Capabilities | undefined> {
  let told: Capabilities | undefined
  await conversation.send(['CAPABILITY'], (answer) => {
    told = capabilitiesOf(answer) ?? told
  })
  return told
}

/** True for an extension, also where IMAP4rev2 has it without naming it (RFC 9051 appendix E). */
export function hasInRev2(capabilities: Capabilities, name: string): boolean {
  return capabilities.has(name) || capabilities.has('IMAP4REV2')
}

/** Literals of up to so many bytes need not wait for the server (RFC 7888); -1 when all of them must. */
export function nonSynchronizingBytes(capabilities: Capabilities): number {
  if (capabilities.has('LITERAL+')) return Number.MAX_SAFE_INTEGER
  return hasInRev2(capabilities, 'LITERAL-') ? 4096 : -1
}

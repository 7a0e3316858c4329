import type { Conversation, Untagged } from '../imap/conversation.ts'
import { nameOf } from '../imap/parser/value.ts'

/** Every capability that Postern looks for, where it is written down and what for; another name does not compile. */
export type CapabilityName =
  | 'AUTH=PLAIN' // RFC 4616: signs in, also on behalf of another user
  | 'CONDSTORE' // RFC 7162: flags that changed since a list was shown
  | 'CREATE-SPECIAL-USE' // RFC 6154: says what a new folder is for
  | 'ESEARCH' // RFC 4731: results of searches as ranges
  | 'ID' // RFC 2971: notifies the server the client's address
  | 'IDLE' // RFC 2177: changes of the mailbox on show
  | 'IMAP4REV2' // RFC 9051: has some of these without naming them (appendix E)
  | 'LIST-EXTENDED' // RFC 5258: folders with their subscriptions in one command
  | 'LIST-STATUS' // RFC 5819: counts of all folders in one command
  | 'LITERAL+' // RFC 7888: literals of any length without a wait
  | 'LITERAL-' // RFC 7888: short literals without a wait
  | 'LOGINDISABLED' // RFC 9051: no password goes over this connection (6.2.3)
  | 'MOVE' // RFC 6851: moves messages in one step
  | 'NAMESPACE' // RFC 2342: where own, shared and public folders are
  | 'NOTIFY' // RFC 5465: changes of all mailboxes on one connection
  | 'QUOTA' // RFC 9208: how much room is left
  | 'SASL-IR' // RFC 4959: the password along with the command
  | 'SORT' // RFC 5256: lists in another order than that of arrival
  | 'SORT=DISPLAY' // RFC 5957: order by shown names instead of addresses
  | 'SPECIAL-USE' // RFC 6154: the folders for sent mail, drafts, junk and trash
  | 'THREAD=REFERENCES' // RFC 5256: conversations
  | 'THREAD=REFS' // draft-ietf-morg-inthread: conversations by their last message
  | 'UIDPLUS' // RFC 4315: removes single messages

/** What a server offers (RFC 9051 7.2.2), in upper case. */
export interface Capabilities {
  readonly size: number
  has(name: CapabilityName): boolean
}

/** The list of an untagged CAPABILITY, or of the response code of that name; undefined for anything else. */
export function capabilitiesOf(response: Untagged): Capabilities | undefined {
  if (response.kind === 'data' && response.name === 'CAPABILITY') {
    return new Set(response.values.map(nameOf))
  }
  if (response.kind !== 'status' || response.code !== 'CAPABILITY') return undefined
  return new Set(response.codeValues.map(nameOf))
}

/** Requests them; undefined when the server does not tell. Throws MailFault. */
export async function queryCapabilities(
  conversation: Conversation,
): Promise<Capabilities | undefined> {
  let announced: Capabilities | undefined
  await conversation.send(['CAPABILITY'], (response) => {
    announced = capabilitiesOf(response) ?? announced
  })
  return announced
}

/** True for an extension, also where IMAP4rev2 has it without naming it (RFC 9051 appendix E). */
export function hasInRev2(capabilities: Capabilities, name: CapabilityName): boolean {
  return capabilities.has(name) || capabilities.has('IMAP4REV2')
}

/** Literals of up to so many bytes need not wait for the server (RFC 7888); -1 when all of them must. */
export function nonSynchronizingBytes(capabilities: Capabilities): number {
  if (capabilities.has('LITERAL+')) return Number.MAX_SAFE_INTEGER
  return hasInRev2(capabilities, 'LITERAL-') ? 4096 : -1
}

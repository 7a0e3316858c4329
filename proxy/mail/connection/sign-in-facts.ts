import type { SignInFacts } from '../model/account.ts'
import { sendClientId } from './authenticate.ts'
import { queryCapabilities, hasInRev2, type Capabilities } from './capabilities.ts'
import { faultOfResponse } from '../imap/fault.ts'
import type { Conversation, Untagged } from '../imap/conversation.ts'
import type { ImapValue } from '../imap/parser/response.ts'
import { isList, listOf, textOf } from '../imap/parser/value.ts'

/** What is known of a server once someone has signed in. */
export interface SignedInServer {
  readonly capabilities: Capabilities
  readonly facts: SignInFacts
}

type Namespace = SignInFacts['namespace']

type NamespacePairs = Namespace['personal']

/**
 * Asks what a new connection has to know, in one round trip. `announced` are the capabilities that came with
 * the OK to the password, `before` those offered earlier. Throws MailFault.
 */
export async function readSignInFacts(
  conversation: Conversation,
  { announced, before, clientIp }: KnownCapabilities,
): Promise<SignedInServer> {
  const known = announced ?? before
  // Some servers want it from who has signed in, before anything else.
  if (known.has('ID')) sendClientId(conversation, clientIp)
  const [requested, namespace] = await Promise.all([
    announced === undefined ? queryCapabilities(conversation) : undefined,
    hasInRev2(known, 'NAMESPACE') ? queryNamespace(conversation) : queryPrefix(conversation),
  ])
  const capabilities = requested ?? known
  const delimiter = namespace.personal?.[0]?.[1] ?? '/'
  const hasSpecialUse = hasInRev2(capabilities, 'SPECIAL-USE')
  return { capabilities, facts: { namespace, delimiter, hasSpecialUse } }
}

interface KnownCapabilities {
  readonly announced: Capabilities | undefined
  readonly before: Capabilities
  readonly clientIp: string
}

/** RFC 2342; a server that refuses it has one namespace without a name. */
async function queryNamespace(conversation: Conversation): Promise<Namespace> {
  let namespace: Namespace = { personal: null, other: null, shared: null }
  const line = await conversation.send(['NAMESPACE'], (response) => {
    if (response.kind !== 'data' || response.name !== 'NAMESPACE') return
    const [personal, other, shared] = response.values
    namespace = { personal: pairsOf(personal), other: pairsOf(other), shared: pairsOf(shared) }
  })
  if (line.status === 'OK') return namespace
  // Exchange says here that the mailbox is not to be had.
  const fault = faultOfResponse(line)
  if (fault.code === 'unavailable') throw fault
  return namespace
}

/** Without NAMESPACE: the delimiter, and the root that some servers keep all mailboxes in (RFC 9051 6.3.9). */
async function queryPrefix(conversation: Conversation): Promise<Namespace> {
  let root: readonly [prefix: string, delimiter: string] | undefined
  await conversation.send(['LIST "" ""'], (response) => {
    root ??= rootOf(response)
  })
  return { personal: root === undefined ? null : [root], other: null, shared: null }
}

function rootOf(response: Untagged): readonly [prefix: string, delimiter: string] | undefined {
  if (response.kind !== 'data' || response.name !== 'LIST') return undefined
  const delimiter = textOf(response.values[1])
  const name = textOf(response.values[2])
  const prefix = delimiter !== '' && name.startsWith(delimiter) ? name.slice(1) : name
  return [closed(prefix, delimiter), delimiter]
}

function pairsOf(value: ImapValue | undefined): NamespacePairs {
  if (!isList(value)) return null
  return value.map((entry) => {
    const [prefix, delimiter] = listOf(entry).map(textOf)
    return [closed(prefix ?? '', delimiter ?? ''), delimiter ?? ''] as const
  })
}

/** So that a prefix and a name make a path. */
function closed(prefix: string, delimiter: string): string {
  return prefix === '' || prefix.endsWith(delimiter) ? prefix : `${prefix}${delimiter}`
}

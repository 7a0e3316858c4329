import { domainToUnicode } from 'node:url'
import { z } from 'zod'
import { isDomainWithin } from '../../../proxy/address/domain-within.ts'
import { type KnownDomains, knownDomains, lookAlikeOf } from '../../../proxy/address/look-alike.ts'
import { domainOf } from '../../../proxy/address/mail-address.ts'
import {
  AUTHENTICATION_METHODS,
  AUTHENTICATION_RESULTS,
  type AuthenticationResult,
  type Message,
} from '../../../proxy/mail/index.ts'
import { unlessAway } from '../../../store/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import type { DeepReadonly } from '../contract/contract.ts'
import { ownAddresses } from '../settings/own-addresses.ts'
import { isSameMailAddress } from '../../../proxy/address/same-address.ts'

/** What is known of the sender of a message, as it is told. */
export const senderTrustOutput = z.strictObject({
  authentication: z
    .array(
      z.strictObject({
        method: z.enum(AUTHENTICATION_METHODS),
        result: z.enum(AUTHENTICATION_RESULTS),
        domain: z.string().nullable(),
      }),
    )
    .describe('Found by a server of `webmail.authservIds`; empty where none says so'),
  warnings: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('unverified'), domain: z.string() }),
      z.strictObject({ kind: z.literal('look-alike'), domain: z.string(), of: z.string() }),
      z.strictObject({ kind: z.literal('name'), named: z.string(), address: z.string() }),
      z.strictObject({ kind: z.literal('reply-to'), address: z.string() }),
    ]),
  ),
})

type SenderTrust = DeepReadonly<z.output<typeof senderTrustOutput>>
type Warning = SenderTrust['warnings'][number]
type TrustContext = Pick<
  ReadingContext,
  'authservIds' | 'contacts' | 'internalDomains' | 'senders' | 'settings'
>

/** An address within a name. */
const ADDRESS = /[^\s<>"'(),:;@[\]]{1,64}@[^\s<>"'(),:;@[\]]{1,255}\.\p{L}{2,}/u

/** Without the store nothing is compared with contacts and identities; what the message itself says is told all the same. */
export async function senderTrust(message: Message, context: TrustContext): Promise<SenderTrust> {
  const authentication = trustedResults(message, context)
  const [sender] = message.row.summary.from
  const own = (await unlessAway(ownAddresses(context)))?.senders ?? context.senders.addresses
  const isOwn = own.some((address) => isSameMailAddress(address, sender?.address ?? ''))
  const dmarc = authentication.find(({ method }) => method === 'dmarc')
  const warnings: Warning[] = []
  if (dmarc?.result === 'fail') {
    warnings.push({ kind: 'unverified', domain: dmarc.domain ?? domainOf(sender?.address ?? '') })
  }
  if (sender !== undefined && !isOwn) {
    const domain = domainToUnicode(domainOf(sender.address)) || domainOf(sender.address)
    const similar = await similarDomain(domain, own, context)
    if (similar !== undefined) warnings.push({ kind: 'look-alike', domain, of: similar })
    const [named] = ADDRESS.exec(sender.name) ?? []
    if (named !== undefined && !isSameMailAddress(named, sender.address)) {
      warnings.push({ kind: 'name', named, address: sender.address })
    }
    const other = otherReplyTo(message, domain)
    if (other !== undefined) warnings.push({ kind: 'reply-to', address: other })
  }
  return {
    authentication: authentication.map((one) => ({ ...one, domain: one.domain ?? null })),
    warnings,
  }
}

/** Of the topmost field of a trusted server: those below it may be from before it was there (RFC 8601 5). */
function trustedResults(
  { authentication = [] }: Pick<Message, 'authentication'>,
  { authservIds }: Pick<TrustContext, 'authservIds'>,
): readonly AuthenticationResult[] {
  const trusted = new Set(authservIds.map((id) => id.toLowerCase()))
  const results = authentication.find(({ server }) => trusted.has(server))?.results ?? []
  // Of several signatures one that holds tells the most.
  return AUTHENTICATION_METHODS.flatMap((method) => {
    const found = results.filter((one) => one.method === method)
    const best = found.find(({ result }) => result === 'pass') ?? found[0]
    return best === undefined ? [] : [best]
  })
}

/** The domain of the owner or of a contact that a domain could be taken for, unless it is one of theirs. */
async function similarDomain(
  domain: string,
  own: readonly string[],
  { contacts, internalDomains }: TrustContext,
): Promise<string | undefined> {
  const [index, usage] = await Promise.all([
    unlessAway(contacts.index()),
    unlessAway(contacts.usage()),
  ])
  const known = [index, usage].flatMap((one) => (one === undefined ? [] : [domainsOf(one)]))
  const ownDomains = [...internalDomains.map((one) => one.toLowerCase()), ...own.map(domainOf)]
  return lookAlikeOf(domain, ownDomains, known)
}

interface Addressed {
  readonly byAddress: ReadonlyMap<string, unknown>
}

/** The domains of an index are looked at once, not with each message: there may be thousands. */
const domainsByIndex = new WeakMap<Addressed, KnownDomains>()

function domainsOf(index: Addressed): KnownDomains {
  const cached = domainsByIndex.get(index)
  if (cached !== undefined) return cached
  const addresses = Array.from(index.byAddress.keys(), domainOf)
  const domains = knownDomains(addresses.filter((domain) => domain !== ''))
  domainsByIndex.set(index, domains)
  return domains
}

/** Where a reply would go to another domain than the message says it is from. Lists do that, and say that they are lists. */
function otherReplyTo({ replyTo, isBulk = false }: Message, domain: string): string | undefined {
  if (isBulk) return undefined
  return replyTo
    .map(({ address }) => address)
    .find((address) => {
      const written = domainOf(address)
      const other = domainToUnicode(written) || written
      return other !== '' && !isDomainWithin(other, domain) && !isDomainWithin(domain, other)
    })
}

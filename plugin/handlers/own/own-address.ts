import { parseMailAddress } from '../../../proxy/address/mail-address.ts'
import type { Principal } from '../../panel/adapter/panel.ts'
import type { RequestServices } from '../../request/services.ts'
import type { SignedInSession } from '../../session/webmail-session.ts'

/** The one address a mailbox owner sends from, by panel and configuration; undefined when none is known. */
export function ownAddressOf(
  { username }: SignedInSession,
  { subject, mailDomain: panelDomain }: Principal,
  { config }: RequestServices,
): string | undefined {
  return ownAddress({ username, subject, panelDomain, mailDomain: config.webmail.mailDomain })
}

interface Sender {
  /** Whose mailbox it is, as signed in. */
  readonly username: string
  /** Whom the panel says is asking. */
  readonly subject: string | undefined
  /** The domain of mailboxes that are named without one: the panel's word for this owner. */
  readonly panelDomain: string | undefined
  /** The same for everybody, as configured. */
  readonly mailDomain: string | null
}

/**
 * The address a mailbox owner sends from; undefined when none is known. A sign-in name that is an address
 * is it. A bare name is completed by the panel's address of that name, the panel's domain, or the configured one.
 */
export function ownAddress(sender: Sender): string | undefined {
  const { username, subject, panelDomain, mailDomain } = sender
  if (username.includes('@')) return parseMailAddress(username)
  if (subject?.startsWith(`${username}@`) === true) return parseMailAddress(subject)
  const domain = panelDomain ?? mailDomain
  return domain === null ? undefined : parseMailAddress(`${username}@${domain}`)
}

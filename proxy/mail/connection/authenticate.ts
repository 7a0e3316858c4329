import type { Credential } from '../model/account.ts'
import { capabilitiesOf, type Capabilities } from './capabilities.ts'
import { MailFault } from '../model/mail-fault.ts'
import { faultOfAuthentication } from '../imap/fault.ts'
import { userString, type CommandPart } from '../imap/command.ts'
import type { Conversation, Untagged } from '../imap/conversation.ts'

interface Authentication {
  readonly credential: Credential
  /** As offered before the sign-in. */
  readonly capabilities: Capabilities
  readonly clientIp: string
  /** Longest silence of the server over the password. */
  readonly limitMs: number
}

/**
 * Signs in by AUTHENTICATE PLAIN (RFC 4616), in one round trip with SASL-IR (RFC 4959); by LOGIN where
 * that is all the server has. Answers the capabilities that came with its OK. Throws MailFault.
 */
export async function authenticate(
  conversation: Conversation,
  { credential, capabilities, clientIp, limitMs }: Authentication,
): Promise<Capabilities | undefined> {
  const command = passwordCommand(credential, capabilities)
  // Dovecot counts its limits by this address when Postern's own is in login_trusted_networks.
  if (capabilities.has('ID')) sendClientId(conversation, clientIp)
  let announced: Capabilities | undefined
  const hear = (response: Untagged): void => {
    announced = capabilitiesOf(response) ?? announced
  }
  const line = await conversation.send(command, hear, limitMs)
  if (line.status !== 'OK') throw faultOfAuthentication(line)
  return announced
}

/** Who we are, and for whom (RFC 2971). Whatever the server says to it makes no difference. */
export function sendClientId(conversation: Conversation, clientIp: string): void {
  const fields = `("name" "Postern" "x-originating-ip" "${clientIp.replace(/[^0-9a-f.:]/gi, '')}")`
  conversation.send(['ID', fields]).catch(() => undefined)
}

/** Throws MailFault for what the server offers no way to prove. */
function passwordCommand(
  credential: Credential,
  capabilities: Capabilities,
): readonly CommandPart[] {
  const { user, password, authorizationId = '' } = credential
  // NUL parts the fields of PLAIN: with one more of them the server would read another user (RFC 4616 2).
  if ([user, password, authorizationId].some((field) => field.includes('\0'))) {
    throw new MailFault('authentication_refused', 'Authentication failed.')
  }
  if (capabilities.has('AUTH=PLAIN')) {
    const response = Buffer.from(`${authorizationId}\0${user}\0${password}`).toString('base64')
    return capabilities.has('SASL-IR')
      ? ['AUTHENTICATE PLAIN', response]
      : ['AUTHENTICATE PLAIN', { afterPrompt: response }]
  }
  // Without TLS, most of the time (RFC 9051 6.2.3).
  if (capabilities.has('LOGINDISABLED')) {
    throw new MailFault('unavailable', 'The server takes no passwords on this connection')
  }
  // LOGIN has no argument for it: a master user who signs in for an owner would get their own mailbox.
  if (authorizationId !== '') {
    throw new MailFault('unavailable', 'The server has no AUTHENTICATE PLAIN')
  }
  return ['LOGIN', userString(user), userString(password)]
}

import { examineSieve } from '../../../../proxy/mail/index.ts'
import { mailServerAddress } from '../../../admin/status/backends.ts'
import { failed, fine, warning, type Finding } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'
import { unreachable } from '../unreachable.ts'

/** What owners lose without it. */
const EXTENSIONS: readonly (readonly [name: string, loss: string])[] = [
  ['FILEINTO', 'filters cannot move messages into folders'],
  ['VACATION', 'there is no vacation responder'],
  ['DATE', 'the vacation responder cannot begin and end by itself'],
  ['COPY', 'forwarding cannot keep a copy'],
  ['IMAP4FLAGS', 'filters cannot mark messages'],
]

/** The server of filters, where one is configured. */
export const checkSieve: Check = async ({ config: { sieve }, timeoutMs }) => {
  if (sieve === null) return []
  const address = `${sieve.host}:${sieve.port}`
  try {
    const { capabilities } = await examineSieve(mailServerAddress(sieve), timeoutMs)
    return [
      fine('sieve.answers', `${address} answers`),
      ...signIn(capabilities),
      ...EXTENSIONS.flatMap(([name, loss]) => missing(name, loss, capabilities)),
    ]
  } catch (error) {
    const server = { id: 'sieve.unreachable', server: 'the server of filters', section: 'sieve' }
    return [
      unreachable({ ...server, place: address, loss: 'filters cannot be seen or changed' }, error),
    ]
  }
}

function signIn(capabilities: ReadonlySet<string>): readonly Finding[] {
  if (capabilities.has('PLAIN')) return []
  return [
    failed(
      'sieve.no-plain',
      'the server of filters offers no AUTHENTICATE PLAIN: no user can sign in there',
      'set sieve.tls to "starttls" (or in Dovecot disable_plaintext_auth = no on this machine alone)',
    ),
  ]
}

function missing(
  name: string,
  loss: string,
  capabilities: ReadonlySet<string>,
): readonly Finding[] {
  if (capabilities.has(name)) return []
  const word = name.toLowerCase()
  return [
    warning(
      'sieve.extension',
      `the server of filters has no ${word}: ${loss}`,
      `allow it (in Pigeonhole sieve_extensions = +${word})`,
    ),
  ]
}

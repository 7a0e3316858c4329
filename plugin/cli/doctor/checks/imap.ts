import {
  examineImap,
  openConversation,
  DEFAULT_RESPONSE_LIMITS,
  type Capabilities,
  type CapabilityName,
} from '../../../../proxy/mail/index.ts'
import { mailServerAddress } from '../../../admin/status/backends.ts'
import { failed, fine, note, warning, wordsOf, type Finding } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'
import type { Patient } from '../patient.ts'
import { unreachable } from '../unreachable.ts'

/** What Postern makes of each extension, and so what is lost without it. */
const EXTENSIONS: readonly (readonly [name: CapabilityName, loss: string])[] = [
  ['NOTIFY', 'new mail in folders that are not open shows at the next refresh only'],
  ['CONDSTORE', 'changes of flags are found by asking for all of them'],
  ['SORT', 'lists can be in order of arrival only'],
  ['MOVE', 'moving is copying and deleting, which can leave a message in both folders'],
  ['UIDPLUS', 'one message cannot be removed for good without the others marked deleted'],
  ['SPECIAL-USE', 'the folders for sent, deleted and junk mail are found by their names'],
]

/** The IMAP server: before the sign-in, and with `--mailbox` after it. */
export const checkImap: Check = async (patient) => {
  const { config, timeoutMs } = patient
  const address = `${config.imap.host}:${config.imap.port}`
  try {
    const { capabilities } = await examineImap(mailServerAddress(config.imap), timeoutMs)
    return [
      fine('imap.answers', `${address} answers`),
      ...plain(capabilities),
      ...(await afterSignIn(patient)),
      note(
        'imap.limits',
        "the server's limits of connections cannot be seen from outside",
        `let mail_max_userip_connections be ${config.imap.connectionsPerAccount} times the devices of a person, or put this host into login_trusted_networks`,
      ),
    ]
  } catch (error) {
    const server = { id: 'imap.unreachable', server: 'the mail server', section: 'imap' }
    return [unreachable({ ...server, place: address }, error)]
  }
}

function plain(capabilities: Capabilities): readonly Finding[] {
  if (capabilities.has('AUTH=PLAIN')) return []
  return [
    failed(
      'imap.no-plain',
      'AUTHENTICATE PLAIN is not offered: nobody can sign in',
      'allow it (in Dovecot auth_mechanisms and disable_plaintext_auth), or set imap.tls',
    ),
  ]
}

async function afterSignIn(patient: Patient): Promise<readonly Finding[]> {
  const { mailbox } = patient
  if (mailbox === undefined) {
    return [
      note(
        'imap.not-signed-in',
        'many servers tell what they can only to their users',
        'run again with --mailbox NAME and its password in DOCTOR_PASSWORD',
      ),
    ]
  }
  try {
    return extensions(await capabilitiesOf(patient, mailbox))
  } catch (error) {
    const advice = 'check the name, and the password in DOCTOR_PASSWORD'
    return [failed('imap.sign-in', `${mailbox.user} cannot sign in: ${wordsOf(error)}`, advice)]
  }
}

async function capabilitiesOf(
  { config, timeoutMs }: Patient,
  { user, password }: NonNullable<Patient['mailbox']>,
): Promise<Capabilities> {
  const { rejectUnauthorized, proxyProtocol = false, ...server } = mailServerAddress(config.imap)
  const { conversation, capabilities } = await openConversation(
    {
      ...server,
      tlsOptions: { rejectUnauthorized },
      proxyProtocol,
      connectTimeoutMs: timeoutMs,
      commandTimeoutMs: timeoutMs,
      limits: DEFAULT_RESPONSE_LIMITS,
      now: Date.now,
    },
    {
      credential: { user, password, authorizationId: undefined },
      clientIp: '127.0.0.1',
      signal: AbortSignal.timeout(timeoutMs),
      onNotice: () => undefined,
      onClosed: () => undefined,
    },
  )
  conversation.end()
  return capabilities
}

function extensions(capabilities: Capabilities): readonly Finding[] {
  const missing = EXTENSIONS.filter(([name]) => !capabilities.has(name))
  if (missing.length === 0) {
    return [fine('imap.extensions', `offers ${EXTENSIONS.map(([name]) => name).join(', ')}`)]
  }
  return missing.map(([name, loss]) =>
    warning(
      `imap.no-${name.toLowerCase()}`,
      `${name} is not offered: ${loss}`,
      `allow it at the server (Dovecot offers it since 2.3)`,
    ),
  )
}

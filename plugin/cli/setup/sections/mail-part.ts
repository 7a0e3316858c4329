import { isLoopback } from '../../../config/loopback.ts'
import type { Config } from '../../../config/schema.ts'
import { checkImap } from '../../doctor/checks/imap.ts'
import { checkSmtp } from '../../doctor/checks/smtp.ts'
import type { Prompt } from '../prompt.ts'
import { isNeeded, portFault, type Part } from './part.ts'

/** The IMAP server, with a mailbox to try where one is named. */
export const imapPart: Part = {
  title: 'IMAP server',
  async prompt(prompt, present) {
    const imap = await promptServer(prompt, present.imap, { none: 143, starttls: 143, tls: 993 })
    const user = await prompt.prompt('A mailbox to try it with (or none)', { initial: 'none' })
    if (user === 'none') return { settings: { imap } }
    const password = await prompt.promptSecret('Its password, for this trial alone')
    return { settings: { imap }, mailbox: { user, password } }
  },
  checks: [checkImap],
}

/** For users' own programs, who sign in there (RFC 6409 4.3, RFC 8314 3.3). */
const SUBMISSION_PORTS: ReadonlySet<number> = new Set([465, 587])

/** The submission server. */
export const smtpPart: Part = {
  title: 'Submission server (SMTP)',
  async prompt(prompt, present) {
    const smtp = await promptServer(prompt, present.smtp, { none: 25, starttls: 587, tls: 465 })
    const signsIn = await prompt.confirm(
      'Does it want the name and password of who sends?',
      present.smtp.auth === 'user' || SUBMISSION_PORTS.has(smtp.port),
    )
    return { settings: { smtp: { ...smtp, auth: signsIn ? 'user' : 'none' } } }
  },
  checks: [checkSmtp],
}

type Encryption = 'none' | 'starttls' | 'tls'

async function promptServer(
  prompt: Prompt,
  present: Config['imap'] | Config['smtp'],
  ports: Readonly<Record<Encryption, number>>,
) {
  const host = await prompt.prompt('Host', { initial: present.host, fault: isNeeded })
  const before = encryptionOf(present.tls)
  const isNearby = isLoopback(host)
  const encryption = await prompt.choose<Encryption>(
    'How is the connection encrypted?',
    [
      ['tls', `TLS from the first byte, mostly port ${ports.tls}`],
      ['starttls', `begun in plain, then TLS, mostly port ${ports.starttls}`],
      ['none', 'not at all: for a server on this machine alone'],
    ],
    before === 'none' && !isNearby ? 'tls' : before,
  )
  // A port that a user chose stays; one that goes with another encryption does not.
  const isDefault = Object.values(ports).includes(present.port)
  const initialPort = isDefault && encryption !== before ? ports[encryption] : present.port
  const port = await prompt.prompt('Port', { initial: `${initialPort}`, fault: portFault })
  const server = { host, port: Number(port), tls: settingOf(encryption) }
  if (encryption === 'none') return server
  const rejectUnauthorized = await prompt.confirm(
    'Must its certificate be one of a known authority, for this name?',
    present.rejectUnauthorized && !isNearby,
  )
  return { ...server, rejectUnauthorized }
}

function encryptionOf(tls: Config['imap']['tls']): Encryption {
  if (tls === 'starttls') return tls
  return tls ? 'tls' : 'none'
}

function settingOf(encryption: Encryption): Config['imap']['tls'] {
  return encryption === 'starttls' ? encryption : encryption === 'tls'
}

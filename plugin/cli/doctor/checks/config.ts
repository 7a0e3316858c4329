import { readFile, stat } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../../../config/loopback.ts'
import type { Config } from '../../../config/schema.ts'
import { findServiceUser } from '../../../config/secrets/service-user.ts'
import { logoProblems } from '../../../config/branding/problems.ts'
import { failed, fine, note, warning, type Finding } from '../../../findings/finding.ts'
import type { Check, Patient } from '../patient.ts'

/** What a valid configuration can still get wrong: who may read it, and who gets in. */
export const checkConfig: Check = async (patient) => [
  fine('config.valid', `${patient.configFile} is valid`),
  ...(await readableSecrets(patient)),
  ...openPanel(patient.config),
  ...exposedListener(patient.config),
  ...believedByAll(patient.config),
  ...plainCookie(patient.config),
  ...plainMail(patient.config),
  ...(await brandLogos(patient.config)),
]

/**
 * As the installer writes it the file is root's, and the service reads it by its group: that is private. What is advised
 * must leave it readable to the service, which would not start otherwise.
 */
async function readableSecrets({ configFile, config }: Patient): Promise<readonly Finding[]> {
  const { mode, uid, gid } = await stat(configFile)
  const service = await findServiceUser(config)
  const isGroupPrivate = gid === 0 || gid === (service?.gid ?? process.getegid?.())
  const isOpen = (mode & 0o004) !== 0 || ((mode & 0o040) !== 0 && !isGroupPrivate)
  if (!isOpen || !(await holdsSecret(configFile, config))) return []
  const remedy =
    service === undefined || service.uid === uid
      ? `chmod 0600 ${configFile}`
      : `chown root:${service.gid} ${configFile} && chmod 0640 ${configFile}`
  const seen = `${configFile} holds a password and others can read it`
  return [warning('config.readable', seen, remedy)]
}

/** Asked of the file itself: passwords that lie beside the keys are not in it. */
async function holdsSecret(configFile: string, { panel }: Config): Promise<boolean> {
  if (panel.static.sessions.length > 0) return true
  const text = await readFile(configFile, 'utf8')
  return /:\/\/[^/@"\s]*:[^/@"\s]+@/.test(text) || /"(password|sentinelPassword)"\s*:/.test(text)
}

function openPanel({ panel }: Config): readonly Finding[] {
  if (panel.adapter !== 'static') return []
  return [
    warning(
      'panel.static',
      panel.static.open
        ? 'every well-formed segment is let in, without any panel'
        : 'panel sessions come from the configuration',
      'set panel.adapter for real use; "static" is for development',
    ),
  ]
}

function exposedListener({ private: address }: Config): readonly Finding[] {
  if (address === null || 'unix' in address || isLoopback(address.host)) return []
  return [
    warning(
      'private.exposed',
      `the private listener is at ${address.host}, which is not loopback`,
      'use 127.0.0.1 or a Unix socket, or let a firewall admit only the monitoring host',
    ),
  ]
}

/** Shortest prefix of a private network: 10.0.0.0/8 (RFC 1918), fc00::/7 (RFC 4193). */
const SHORTEST_PREFIX = { ipv4: 8, ipv6: 7 }

/** Who may write X-Forwarded-For has as many addresses as wanted, and no throttle counts against any. */
function believedByAll({ panel }: Config): readonly Finding[] {
  return panel.trustedProxies
    .filter((range) => {
      if (!range.includes('/')) return false
      const [address, prefix] = ipaddr.parseCIDR(range)
      return prefix < SHORTEST_PREFIX[address.kind()]
    })
    .map((range) =>
      warning(
        'panel.trusted-range',
        `panel.trustedProxies believes the X-Forwarded-For of everybody in ${range}`,
        'name the addresses of your own proxies: else a visitor chooses the address that sign-ins are counted by',
      ),
    )
}

function plainCookie({ session, listen }: Config): readonly Finding[] {
  if ('unix' in listen || isLoopback(listen.host)) return []
  if (session.secureCookie) {
    return [
      note(
        'session.needs-tls',
        `${listen.host} speaks plain HTTP, and session.secureCookie lets people sign in over https alone`,
        'put TLS in front of it; only where there is none at all, set session.secureCookie to false',
      ),
    ]
  }
  return [
    warning(
      'session.plain-cookie',
      `people reach ${listen.host} directly and the session cookie is not Secure`,
      'put TLS in front and set session.secureCookie',
    ),
  ]
}

/** Colours are looked at with the configuration itself. */
async function brandLogos({ branding }: Config): Promise<readonly Finding[]> {
  return (await logoProblems(branding)).map((problem) =>
    failed('branding.logo', problem, 'name a readable PNG, JPEG, WebP or SVG of at most 256 kB'),
  )
}

function plainMail({ imap, smtp }: Config): readonly Finding[] {
  return [
    ['imap', imap] as const,
    ...(smtp.auth === 'user' ? [['smtp', smtp] as const] : []),
  ].flatMap(([name, { host, tls }]) =>
    tls !== false || isLoopback(host)
      ? []
      : [
          warning(
            `${name}.plaintext`,
            `passwords cross the network to ${host} in clear`,
            `set ${name}.tls to true or "starttls"`,
          ),
        ],
  )
}

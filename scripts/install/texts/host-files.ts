import type { Layout } from '../machine/layout.ts'
import { SERVICE_USER } from '../machine/ownership.ts'

/**
 * Matches a refused password in the error log, and no other failure: a mail server that is down bans
 * no one. What the date pattern matches is cut off before. The greedy user name takes the last address of
 * the line, after which nothing with blanks can be a client's (plugin/log/lines.ts).
 */
export function fail2banFilter(): string {
  return `# Refused sign-ins in Postern's error log.
[Definition]
failregex = ^: <?[0-9a-f]{8}>? IMAP Error: Login failed for <F-USER>.*</F-USER> from <HOST>\\. AUTHENTICATE PLAIN: (?:\\[AUTHENTICATIONFAILED\\] )?Authentication failed\\.[^()]* \\([A-Z]+ \\S+\\)$
ignoreregex =
datepattern = ^\\s*\\[%%d-%%b-%%Y %%H:%%M:%%S %%z\\]
`
}

/** The jail: five refused passwords within ten minutes. `enabled = false` in jail.local switches it off. */
export function fail2banJail({ errorLog }: Layout): string {
  return `[postern]
enabled = true
filter = postern
backend = auto
logpath = ${errorLog}
port = http,https,2082,2083,2095,2096
maxretry = 5
findtime = 10m
bantime = 10m
`
}

/**
 * Rotation of all logs. Postern notices that its error log and its audit were moved; what its standard output
 * goes to cannot be opened again and is copied.
 */
export function logrotateText(
  { errorLog, outputLog, auditFile }: Pick<Layout, 'errorLog' | 'outputLog'> & AuditPosition,
  owner: string | undefined,
): string {
  const create = owner === undefined ? 'create 0640' : `create 0640 ${owner} ${owner}`
  // Logrotate refuses to work in a directory of another user unless it becomes that user.
  const su = owner === undefined ? '' : `    su ${owner} ${owner}\n`
  const rules = `    daily
    rotate 14
    compress
    delaycompress
    missingok
    notifempty
`
  const moved = [errorLog, ...(auditFile === null ? [] : [auditFile])].map(
    (path) => `"${path}" {\n${su}${rules}    ${create}\n}\n`,
  )
  return [...moved, `"${outputLog}" {\n${su}${rules}    copytruncate\n}\n`].join('\n')
}

interface AuditPosition {
  /** `audit.file` of the configuration. */
  readonly auditFile: string | null
}

/** Line of chkservd.conf that switches the check on. */
export const CHKSERVD_LINE = 'postern:1'

/** cPanel's service check in the form for processes: a Unix socket has no port to ask. */
export function chkservdText(): string {
  const restart = '/usr/bin/systemctl restart postern.service'
  return `service[postern]=x,x,x,${restart},dist/main.js,${SERVICE_USER}\n`
}

import type { Layout } from '../machine/layout.ts'

/**
 * Matches a refused password in the error log, and no other failure: a mail server that is down bans
 * nobody. What the date pattern matches is cut off before. The greedy user name takes the last address of
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

import type { ExpectedUse } from './expected-use.ts'

/** Lines for the configurations; a limit whose default is enough is said to be so. */
export interface NeededSettings {
  readonly dovecot: readonly string[]
  readonly postern: readonly string[]
}

const SPARE = 1.25
const ROUNDED_TO = 100

/** Defaults of Dovecot 2.3 (`doveconf -d`). */
const DOVECOT = { imapProcesses: 1_024, loginClients: 1_000, perUserAndAddress: 10 }
/** Of `imap.connections`, and of the unit of the installer. */
const POSTERN = { imapConnections: 8_000, memoryMiB: 2_048, descriptors: 65_536 }

/** Which limits have to be raised for that load. */
export function neededSettings(use: ExpectedUse): NeededSettings {
  return { dovecot: dovecotLines(use), postern: posternLines(use) }
}

function dovecotLines({ imapConnections }: ExpectedUse): readonly string[] {
  const limit = withSpare(imapConnections)
  return [
    ...(limit <= DOVECOT.imapProcesses
      ? [`# service imap: process_limit of ${DOVECOT.imapProcesses} is enough`]
      : ['service imap {', `  process_limit = ${limit}`, '}']),
    ...(limit <= DOVECOT.loginClients
      ? [`# service imap-login: client_limit of ${DOVECOT.loginClients} is enough`]
      : ['service imap-login {', '  service_count = 0', `  client_limit = ${limit}`, '}']),
    '# default_process_limit stays: with service_count = 0 a process of imap-login serves many',
    `# mail_max_userip_connections of ${DOVECOT.perUserAndAddress} is enough: an owner has 2 from each instance of Postern`,
  ]
}

function posternLines({ imapConnections, posternMiB, posternDescriptors }: ExpectedUse) {
  const limit = withSpare(imapConnections)
  return [
    limit <= POSTERN.imapConnections
      ? `# imap.connections of ${POSTERN.imapConnections} is enough`
      : `"imap": { "connections": ${limit} }`,
    ...unitLine('MemoryMax', withSpare(posternMiB), POSTERN.memoryMiB, 'M'),
    ...unitLine('LimitNOFILE', withSpare(posternDescriptors), POSTERN.descriptors, ''),
  ]
}

function unitLine(
  name: string,
  needed: number,
  defaultSize: number,
  unit: string,
): readonly string[] {
  if (needed <= defaultSize) return [`# ${name} of ${defaultSize}${unit} is enough`]
  return [`# systemctl edit postern.service, below [Service]`, `${name}=${needed}${unit}`]
}

function withSpare(number: number): number {
  return Math.ceil((number * SPARE) / ROUNDED_TO) * ROUNDED_TO
}

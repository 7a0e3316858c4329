import { basename, join } from 'node:path'

/** Where everything lies. All paths carry the prefix; with one, Postern runs from below it without root. */
export interface Layout {
  /** Absolute; empty for the real root. */
  readonly prefix: string
  readonly home: string
  readonly releases: string
  /** Link to the release that runs. */
  readonly current: string
  /** Owned by root and apart from the data: what is in here is carried out by root at removal. */
  readonly stateFile: string
  readonly journalFile: string
  readonly configDir: string
  readonly configFile: string
  readonly secretsDir: string
  readonly dataDir: string
  /** Configuration and secrets kept with the data after a removal. */
  readonly stateDir: string
  readonly logDir: string
  readonly errorLog: string
  /** Standard output of Postern where there is no journald. */
  readonly outputLog: string
  readonly runDir: string
  readonly socket: string
  readonly supervisorState: string
  /** Where a record that cannot be used is stored by a removal, for users to look into. */
  unreadable(record: string): string
  /** A path of this machine, below the prefix. */
  at(path: string): string
}

/** The layout of the admin guide below a prefix. */
export function layoutAt(prefix: string): Layout {
  const at = (path: string): string => (prefix === '' ? path : join(prefix, path))
  const home = at('/opt/postern')
  const configDir = at('/etc/postern')
  const dataDir = at('/var/lib/postern')
  const logDir = at('/var/log/postern')
  const runDir = at('/run/postern')
  return {
    prefix,
    home,
    releases: join(home, 'releases'),
    current: join(home, 'current'),
    stateFile: join(home, 'state.json'),
    journalFile: join(home, 'journal.jsonl'),
    configDir,
    configFile: join(configDir, 'postern.json'),
    secretsDir: join(configDir, 'secrets'),
    dataDir,
    stateDir: join(dataDir, 'kept'),
    logDir,
    errorLog: join(logDir, 'error.log'),
    outputLog: join(logDir, 'output.log'),
    runDir,
    socket: join(runDir, 'postern.sock'),
    supervisorState: join(runDir, 'supervisor.json'),
    unreadable: (record) => `${home}.${basename(record)}.unreadable`,
    at,
  }
}

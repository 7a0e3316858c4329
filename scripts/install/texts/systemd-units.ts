import { isIPv6 } from 'node:net'
import {
  SESSIONS_SOCKET_NAME,
  STOP_LIMIT_MS,
  type ListenAddress,
} from '../../../plugin/process/listen.ts'
import type { Layout } from '../machine/layout.ts'
import { SERVICE_USER } from '../machine/ownership.ts'
import type { SharedDatabase } from '../database/shared-database.ts'

interface ServiceNeeds {
  /** A SQLite file outside of Postern's own directories; undefined: there is none. */
  readonly database?: Pick<SharedDatabase, 'directory' | 'missingGroups'> | undefined
  /** Other directories that the configuration places outside of Postern's, and that the service writes. */
  readonly directories?: readonly string[]
}

/** The service: hardened, restarted when it ends automatically, and killed when a stop takes longer than it may. */
export function serviceUnit(
  { current, configFile }: Layout,
  { database, directories = [] }: ServiceNeeds = {},
): string {
  return `[Unit]
Description=Postern webmail gateway
Documentation=file:${current}/plugin/docs/admin-guide.md
Requires=postern.socket
After=network-online.target postern.socket postern-sessions.socket dovecot.service redis.service redis-server.service
Wants=network-online.target postern-sessions.socket
StartLimitIntervalSec=60
StartLimitBurst=5

[Service]
# It says by itself that it serves: a start that fails is one, and a restart has ended when people are served.
Type=notify
# By systemd's own tool, a process besides the main one.
NotifyAccess=all
TimeoutStartSec=120
# One that hangs for so long is ended and started again.
WatchdogSec=60
User=${SERVICE_USER}
Group=${SERVICE_USER}
ExecStart=${current}/scripts/postern --config ${configFile}
# Reads keys and configuration again (plugin/config/reload.ts); the installer restarts.
ExecReload=/bin/kill -HUP $MAINPID
Environment=NODE_ENV=production UV_THREADPOOL_SIZE=16
Restart=on-failure
RestartSec=2
# A bad configuration does not get better by trying again (exit code 78, sysexits.h).
RestartPreventExitStatus=78
TimeoutStopSec=${STOP_LIMIT_MS / 1_000}
StateDirectory=postern
StateDirectoryMode=0700
LogsDirectory=postern
LogsDirectoryMode=0750
RuntimeDirectory=postern
RuntimeDirectoryMode=0755
# The listening socket lies there and outlives the process.
RuntimeDirectoryPreserve=yes
LimitNOFILE=65536
LimitCORE=0
# Thousands of people take 512 MiB; uploads have their own limit above that.
MemoryMax=2048M
TasksMax=256
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
${HARDENING}
# Files beside a database that is shared get its group (store/database/connection/journal-group.ts). Without a capability
# a process gives nothing away but to groups it is in.
SystemCallFilter=@chown
${databaseLines(database)}${directoryLines(directories)}# Mail servers, Redis or a database on other machines: allow their addresses in a drop-in.
IPAddressAllow=localhost

[Install]
WantedBy=multi-user.target
`
}

/** What ProtectSystem= and the user of the service would otherwise keep it from. After database.url has changed: install --repair. */
function databaseLines(database: ServiceNeeds['database']): string {
  if (database === undefined) return ''
  const { directory, missingGroups } = database
  const groups =
    missingGroups.length === 0 ? '' : `SupplementaryGroups=${missingGroups.join(' ')}\n`
  return `# The SQLite database of database.url, and what SQLite puts beside it.\n${writableLine(directory)}${groups}`
}

/** Data and logs elsewhere. After such a setting has changed: install --repair. */
function directoryLines(directories: readonly string[]): string {
  if (directories.length === 0) return ''
  const lines = directories.map(writableLine).join('')
  return `# Where the configuration places data and logs.\n${lines}`
}

/** Without the directory the service starts, and waits for its database. */
function writableLine(directory: string): string {
  const path = `-${directory}`.replaceAll('%', '%%').replaceAll(/["\\]/g, '\\$&')
  return `ReadWritePaths="${path}"\n`
}

/** The listening socket, which stays while one Postern ends and the next one starts. */
export function socketUnit(address: ListenAddress): string {
  return `[Unit]
Description=Listening socket of the Postern webmail gateway

[Socket]
${listenLines(address)}Backlog=4096

[Install]
WantedBy=sockets.target
`
}

/**
 * The same of the session endpoint: a unit of its own, so that nothing of it touches the other one. The service wants
 * it: a release that does not know it has another service, and finds its address free.
 */
export function sessionsSocketUnit(address: ListenAddress): string {
  return `[Unit]
Description=Listening socket of Postern's session endpoint
StopWhenUnneeded=yes

[Socket]
${listenLines(address)}Backlog=4096
Service=postern.service
FileDescriptorName=${SESSIONS_SOCKET_NAME}
`
}

function listenLines(address: ListenAddress): string {
  if (!('unix' in address)) {
    const { host, port } = address
    return `ListenStream=${isIPv6(host) ? `[${host}]` : host}:${port}\n`
  }
  const mode = address.everyUser === true ? '0666' : '0660'
  // Where no one listens any more, no file is to say otherwise.
  const owner = `SocketUser=${SERVICE_USER}\nSocketGroup=${SERVICE_USER}\nRemoveOnStop=yes\n`
  return `ListenStream=${address.unix}\nSocketMode=${mode}\n${owner}`
}

/**
 * The helper that reads cPanel's session files: root, because only their owner can, and nothing else of
 * root's. It has no capability and no network, and sees neither the data nor the secrets of Postern.
 */
export function cpanelHelperService({ current, configFile, secretsDir, dataDir }: Layout): string {
  return `[Unit]
Description=Reads cPanel's session files for Postern
Documentation=file:${current}/plugin/docs/admin-guide.md
Requires=postern-cpanel-helper.socket
After=postern-cpanel-helper.socket
StartLimitIntervalSec=60
StartLimitBurst=5

[Service]
Type=exec
ExecStart=${current}/scripts/cpanel-helper --config ${configFile}
Environment=NODE_ENV=production
Restart=on-failure
RestartSec=2
RestartPreventExitStatus=78
InaccessiblePaths=-${secretsDir} -${dataDir}
PrivateNetwork=yes
RestrictAddressFamilies=AF_UNIX
LimitCORE=0
MemoryMax=128M
TasksMax=64
${HARDENING}
`
}

/** Its socket, which Postern alone may connect to; the first question starts the helper. */
export function cpanelHelperSocket(path: string): string {
  return `[Unit]
Description=Socket of the helper that reads cPanel's session files for Postern

[Socket]
ListenStream=${path}
SocketMode=0600
SocketUser=${SERVICE_USER}
SocketGroup=${SERVICE_USER}
DirectoryMode=0755
RemoveOnStop=yes

[Install]
WantedBy=sockets.target
`
}

/**
 * What none of our processes may do. Without MemoryDenyWriteExecute, which V8's compiler cannot live
 * with, and without ProcSubset=pid, which hides the memory figures that Node reads.
 */
const HARDENING = `NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
DevicePolicy=closed
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
UMask=0077
CapabilityBoundingSet=
AmbientCapabilities=
IPAddressDeny=any
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM`

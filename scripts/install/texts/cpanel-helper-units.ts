import type { Layout } from '../machine/layout.ts'
import { SERVICE_USER } from '../machine/ownership.ts'
import { HARDENING } from './hardening.ts'

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

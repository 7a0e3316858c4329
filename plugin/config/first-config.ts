/** Where an installation keeps its files (scripts/install/machine/layout.ts). */
export interface InstalledPaths {
  readonly socket: string
  readonly dataDir: string
  readonly secretsDir: string
  readonly errorLog: string
}

/** The paths of an installation below the real root. */
export const INSTALLED_PATHS: InstalledPaths = {
  socket: '/run/postern/postern.sock',
  dataDir: '/var/lib/postern',
  secretsDir: '/etc/postern/secrets',
  errorLog: '/var/log/postern/error.log',
}

/** The first configuration. Everything else has its default, which the admin guide lists. */
export function firstSettings(
  { socket, dataDir, secretsDir, errorLog }: InstalledPaths,
  {
    panel,
    authUrl,
  }: { readonly panel: 'cpanel' | 'generic'; readonly authUrl?: string | undefined },
) {
  return {
    // The shim runs as whichever account is requested; its signature proves which.
    listen:
      panel === 'cpanel' ? { unix: socket, everyUser: true } : { host: '127.0.0.1', port: 8090 },
    private: { host: '127.0.0.1', port: 8091 },
    // The web server in front is on this machine (listen), and tells whom it speaks for; to others no address is believed.
    panel:
      panel === 'cpanel'
        ? { adapter: 'shim' }
        : {
            adapter: 'http',
            trustedProxies: ['127.0.0.1'],
            http: { authUrl: authUrl ?? null },
          },
    webmail: { app: 'postern' },
    // The panel's own ports speak TLS, and the cookie of a webmail belongs nowhere else.
    session: { secureCookie: true },
    database: { url: `sqlite:${dataDir}/postern.db` },
    dataDir,
    credentialsDir: secretsDir,
    errorLog,
  }
}

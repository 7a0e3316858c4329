import type { Layout } from '../machine/layout.ts'
import type { PanelName } from '../machine/options.ts'

/** The first configuration. Everything else has its default, which the admin guide lists. */
export function firstConfig(
  { socket, dataDir, secretsDir, errorLog }: Layout,
  { panel, authUrl }: { readonly panel: PanelName; readonly authUrl: string | undefined },
): string {
  const isCpanel = panel === 'cpanel'
  const config = {
    // The shim runs as whichever account is asked for; its signature proves which.
    listen: isCpanel ? { unix: socket, everyUser: true } : { host: '127.0.0.1', port: 8090 },
    private: { host: '127.0.0.1', port: 8091 },
    panel: isCpanel ? { adapter: 'shim' } : { adapter: 'http', http: { authUrl: authUrl ?? null } },
    webmail: { app: 'postern' },
    // The panel's own ports speak TLS, and the cookie of a webmail belongs nowhere else.
    session: { secureCookie: true },
    database: { url: `sqlite:${dataDir}/postern.db` },
    dataDir,
    credentialsDir: secretsDir,
    errorLog,
  }
  return `${JSON.stringify(config, undefined, 2)}\n`
}

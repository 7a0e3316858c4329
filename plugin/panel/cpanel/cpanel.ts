import { createHttpPanel, type HttpPanelOptions } from '../http/http.ts'
import type { Panel } from '../adapter/panel.ts'

type CpanelPanelOptions = Omit<HttpPanelOptions, 'authUrl' | 'name' | 'handOverSecret'> & {
  readonly socketPath: string
}

/** The address is that of the socket; the host is only what HTTP needs to have. */
export const CPANEL_HELPER_URL = 'http://cpanel-helper/session'

/**
 * A cPanel server whose session files are read by the privileged helper (cpanel/helper.ts). This process
 * never sees the files: it asks the helper over a Unix socket as it would ask any panel over HTTP, and
 * is told who it is and no password.
 */
export function createCpanelPanel(options: CpanelPanelOptions): Panel {
  return createHttpPanel({ ...options, name: 'cpanel', authUrl: CPANEL_HELPER_URL })
}

import type { Logger } from 'pino'
import type { Config } from '../config-schema.ts'
import { createHttpPanel } from './http.ts'
import type { Panel } from './panel.ts'
import { createStaticPanel } from './static.ts'

interface OpenPanelOptions {
  readonly config: Config['panel']
  readonly hmacKey: Buffer
  /** From the credentials directory; see createHttpPanel. */
  readonly handOverSecret?: string | undefined
  readonly isProduction: boolean
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
}

/** One row per panel adapter; a new panel is a file beside this one and a row here. */
const adapters: Readonly<Record<Config['panel']['adapter'], (options: OpenPanelOptions) => Panel>> =
  {
    static: ({ config, hmacKey, isProduction }) =>
      createStaticPanel({
        ...config.static,
        cookies: config.http.cookies,
        homePath: config.homePath ?? undefined,
        hmacKey,
        isProduction,
      }),
    http: ({ config, hmacKey, handOverSecret, now, log }) => {
      const { authUrl, cookies, ...limits } = config.http
      if (authUrl === null) throw new Error('panel.http.authUrl must be set')
      return createHttpPanel({
        ...limits,
        authUrl,
        forwardedCookies: cookies,
        homePath: config.homePath ?? undefined,
        hmacKey,
        handOverSecret,
        now,
        log,
      })
    },
  }

/** Opens the configured panel. Throws when the configuration contradicts itself. */
export function openPanel(options: OpenPanelOptions): Panel {
  return adapters[options.config.adapter](options)
}

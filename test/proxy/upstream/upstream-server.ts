import { createServer, type RequestListener } from 'node:http'
import type { Forwarding } from '../../../proxy/upstream/headers.ts'
import { createUpstream, UpstreamFault } from '../../../proxy/upstream/upstream.ts'
import { WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'
import { listen } from './recorder.ts'

interface ProxyServerOptions {
  readonly target: string
  readonly timeoutMs?: number
  readonly maxSockets?: number
  readonly passesAuthorization?: boolean
  readonly forwarding?: Forwarding
  /** Runs before a request is passed on, as our own steps would. */
  readonly before?: RequestListener
}

/** A server that passes everything on to `target`, and answers a fault with 502 and its code. */
export interface ProxyServer {
  readonly url: string
  /** Warnings that were logged. */
  readonly warnings: readonly string[]
}

/** Starts a proxy on a free port, with one upstream behind it. */
export async function startProxyServer(
  t: Teardown,
  options: ProxyServerOptions,
): Promise<ProxyServer> {
  const { target, timeoutMs = WAIT_LIMIT_MS, maxSockets = 10, forwarding = {}, before } = options
  const warnings: string[] = []
  const upstream = createUpstream({
    target,
    timeoutMs,
    maxSockets,
    trustedHeaders: ['x-panel-user'],
    passesAuthorization: options.passesAuthorization ?? false,
    log: { warn: (_fields, message) => void warnings.push(message) },
  })
  const server = createServer((req, res) => {
    before?.(req, res)
    upstream.web(req, res, forwarding).catch((error: unknown) => {
      res.statusCode = 502
      res.end(error instanceof UpstreamFault ? error.code : String(error))
    })
  })
  server.on('upgrade', (req, socket, head) => upstream.upgrade(req, socket, head, forwarding))
  t.teardown(() => upstream.close())
  return { url: await listen(t, server), warnings }
}

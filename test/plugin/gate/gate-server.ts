import { createServer } from 'node:http'
import { cleanHeaders, createTrustedProxies } from '../../../plugin/gate/trusted-headers.ts'
import { checkFraming } from '../../../plugin/gate/framing-guard.ts'
import { parseLocation } from '../../../plugin/gate/location.ts'
import { Refusal, refusals } from '../../../plugin/http/refusal.ts'
import { createUpstream } from '../../../proxy/upstream/upstream.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'
import { listen } from '../../proxy/upstream/recorder.ts'
import { WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'

/** A gate with nothing behind it but a panel: counts what would have reached a handler. */
export interface GateServer {
  readonly url: string
  /** Raw targets that were taken for the webmail's. */
  readonly handled: readonly string[]
}

/** Starts the steps of the gate in the order of a request, in front of the given panel. */
export async function startGate(t: Teardown, panelUrl: string): Promise<GateServer> {
  const handled: string[] = []
  const log = { warn: () => undefined }
  const webmailPath = { letters: 'cpsess', app: 'roundcube' }
  const trustedProxies = createTrustedProxies([])
  const panel = createUpstream({
    target: panelUrl,
    timeoutMs: WAIT_LIMIT_MS,
    maxSockets: 100,
    trustedHeaders: ['x-panel-user'],
    log,
  })
  const server = createServer((req, res) => {
    const pass = async () => {
      checkFraming(req, { headerFields: 200 })
      cleanHeaders(req, { isTrustedPeer: trustedProxies.isTrustedPeer(req) })
      const location = parseLocation(req.url ?? '', webmailPath)
      if (location === undefined) {
        await panel.web(req, res, { headers: { 'x-panel-user': 'us' } })
        return
      }
      handled.push(req.url ?? '')
      res.end('handled')
    }
    pass().catch((error: unknown) => {
      res.statusCode = error instanceof Refusal ? refusals[error.code].status : 500
      res.setHeader('Connection', 'close')
      res.end(error instanceof Refusal ? error.code : String(error))
    })
  })
  t.teardown(() => panel.close())
  return { url: await listen(t, server), handled }
}

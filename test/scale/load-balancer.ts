import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from '../support/http/port-of.ts'

/** One address in front of several instances: every request goes to the next one in turn. */
export interface LoadBalancer {
  readonly url: string
  setBackends(origins: readonly string[]): void
  close(): Promise<void>
}

/**
 * What any load balancer does without a health check: an instance that cannot be reached is passed over,
 * a request that broke on the way is asked again where that does no harm (GET), else answered 502.
 */
export async function startLoadBalancer(): Promise<LoadBalancer> {
  let origins: readonly string[] = []
  let turn = 0
  const agent = new Agent({ keepAlive: true })

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await readAll(req)
    turn += 1
    const first = turn
    for (let attempt = 0; attempt < origins.length; attempt += 1) {
      const origin = origins[(first + attempt) % origins.length] ?? ''
      const outcome = await pass({ req, res, body, origin, agent })
      if (outcome === 'answered') return
      if (outcome === 'broken' && req.method !== 'GET') break
    }
    if (!res.headersSent) res.writeHead(502)
    res.end()
  }

  const server = createServer((req, res) => void serve(req, res))
  server.listen(0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${await portOf(server)}`,
    setBackends: (next) => {
      origins = next
    },
    async close() {
      agent.destroy()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Passing {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly body: Buffer
  readonly origin: string
  readonly agent: Agent
}

/** `broken`: the instance may have worked on the request, and no one heard of what came of it. */
function pass({
  req,
  res,
  body,
  origin,
  agent,
}: Passing): Promise<'answered' | 'refused' | 'broken'> {
  return new Promise((resolve) => {
    const { method = 'GET', headers } = req
    const onward = request(new URL(req.url ?? '/', origin), { method, headers, agent })
    onward.on('error', (error) => {
      resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'broken')
    })
    onward.on('response', (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
      response.on('end', () => resolve('answered'))
      // Cut in the middle: the client sees a cut answer, as it would without the load balancer.
      response.on('error', () => {
        res.destroy()
        resolve('answered')
      })
    })
    res.on('close', () => {
      if (!res.writableEnded) onward.destroy()
    })
    onward.end(body)
  })
}

async function readAll(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(req, 'end')
  return Buffer.concat(chunks)
}

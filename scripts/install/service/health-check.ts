import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ListenAddress } from '../../../plugin/process/listen.ts'
import type { Service } from './service.ts'

/** The release did not become ready; the reason is the message. */
export class NotReady extends Error {
  override readonly name = 'NotReady'
}

const POLL_MS = 200
const RESPONSE_MS = 2_000
const RESPONSES_NEEDED = 3

/**
 * Resolves when users could connect and /readyz has said yes three times running. Throws NotReady when that
 * takes too long, or at once when Postern keeps ending automatically. Without an admin listener it counts that
 * Postern runs.
 */
export async function waitUntilReady({
  address,
  service,
  withinMs,
  signal,
}: {
  readonly address: ListenAddress | null
  readonly service: Service
  readonly withinMs: number
  readonly signal: AbortSignal
}): Promise<void> {
  const listen = await service.address()
  const deadline = Date.now() + withinMs
  let responses = 0
  let reason = 'no answer yet'
  while (responses < RESPONSES_NEEDED) {
    signal.throwIfAborted()
    if ((await service.failures()) >= 2) throw new NotReady('it ended by itself, twice')
    const problem = (await checkConnection(listen)) ?? (await problemOf(address, service))
    responses = problem === undefined ? responses + 1 : 0
    reason = problem ?? reason
    if (Date.now() > deadline) throw new NotReady(`not ready within ${withinMs} ms: ${reason}`)
    await wait(POLL_MS)
  }
}

async function problemOf(
  address: ListenAddress | null,
  service: Service,
): Promise<string | undefined> {
  if (address !== null) return checkReady(address)
  if (!(await service.isRunning())) return 'it does not run'
  return (await service.failures()) > 0 ? 'it ended by itself' : undefined
}

/** Why no one can connect; undefined when a user can, or no one knows where. */
async function checkConnection(address: ListenAddress | undefined): Promise<string | undefined> {
  if (address === undefined) return undefined
  const socket = connect('unix' in address ? { path: address.unix } : address)
  socket.setTimeout(RESPONSE_MS, () => socket.destroy(new Error('connect: no answer in time')))
  try {
    await once(socket, 'connect')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    socket.destroy()
  }
}

/** What keeps it from being ready; undefined when nothing does. */
function checkReady(address: ListenAddress): Promise<string | undefined> {
  const target = 'unix' in address ? { socketPath: address.unix } : address
  return new Promise((resolve) => {
    const req = request(
      {
        ...target,
        path: '/readyz',
        headers: { host: 'localhost' },
        timeout: RESPONSE_MS,
        agent: false,
      },
      (res) => {
        res.resume()
        res.once('end', () => {
          resolve(res.statusCode === 200 ? undefined : `/readyz answered ${res.statusCode ?? 0}`)
        })
        res.once('error', (error) => resolve(error.message))
      },
    )
    req.once('timeout', () => req.destroy(new Error('/readyz did not answer in time')))
    req.once('error', (error) => resolve(error.message))
    req.end()
  })
}

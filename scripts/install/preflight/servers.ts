import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../../../plugin/config/schema.ts'
import type { ListenAddress } from '../../../plugin/process/listen.ts'
import { preflightFine, refusal, preflightWarning, type PreflightFinding } from './finding.ts'

const ANSWER_MS = 5_000

/** The IMAP server greets. Without it nobody can sign in, so a first installation is refused. */
export async function preflightImap(
  { host, port, tls, rejectUnauthorized }: Config['imap'],
  isFirst: boolean,
): Promise<PreflightFinding> {
  const isBad = isFirst ? refusal : preflightWarning
  const place = `${host}:${port}`
  try {
    const options = { host, port, timeout: ANSWER_MS }
    const socket = tls === true ? connectTls({ ...options, rejectUnauthorized }) : connect(options)
    const greeting = await firstLine(socket)
    if (/^\* (OK|PREAUTH)/.test(greeting)) return preflightFine('IMAP', `${place} greets`)
    return isBad(
      'IMAP',
      `${place} answers, but not as an IMAP server: check imap.port and imap.tls`,
    )
  } catch (error) {
    return isBad(
      'IMAP',
      `${place} does not answer (${messageOf(error)}): is the mail server running?`,
    )
  }
}

/** Redis is a cache: without it Postern serves, so an absent one is a warning. */
export async function preflightRedis(redis: Config['redis']): Promise<PreflightFinding> {
  if (redis === null) return preflightFine('Redis', 'not configured: the cache is in memory')
  const places = placesOf(redis)
  for (const place of places) {
    if (await accepts(place))
      return preflightFine('Redis', `${place.host}:${place.port} accepts connections`)
  }
  return preflightWarning('Redis', 'configured, but not reachable: Postern will serve without it')
}

/** Nobody else listens where Postern will. */
export async function checkAddress(
  subject: string,
  address: ListenAddress | null,
): Promise<PreflightFinding> {
  if (address === null) return preflightFine(subject, 'switched off')
  if ('unix' in address) return preflightFine(subject, address.unix)
  const place = `${address.host}:${address.port}`
  const server = createServer()
  try {
    server.listen({ host: address.host, port: address.port })
    await once(server, 'listening')
    return preflightFine(subject, `${place} is free`)
  } catch (error) {
    return refusal(
      subject,
      `${place} can not be used (${messageOf(error)}): change the configuration`,
    )
  } finally {
    server.close()
  }
}

async function firstLine(socket: Socket): Promise<string> {
  socket.once('timeout', () => socket.destroy(new Error('no greeting in time')))
  socket.setEncoding('utf8')
  try {
    const heard: unknown[] = await once(socket, 'data')
    return String(heard[0])
  } finally {
    socket.destroy()
  }
}

async function accepts({ host, port }: { readonly host: string; readonly port: number }) {
  const socket = connect({ host, port, timeout: ANSWER_MS })
  socket.once('timeout', () => socket.destroy(new Error('no answer in time')))
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Refused or silent: this one does not serve, which is the answer.
    return false
  } finally {
    socket.destroy()
  }
}

function placesOf(redis: NonNullable<Config['redis']>) {
  if ('sentinels' in redis) return redis.sentinels
  if ('cluster' in redis) return redis.cluster
  const { hostname, port } = new URL(redis.url)
  return [{ host: hostname, port: port === '' ? 6379 : Number(port) }]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

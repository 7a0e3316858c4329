import { once } from 'node:events'
import { createServer } from 'node:net'
import type { ListenAddress } from '../../../plugin/process/listen.ts'
import { preflightFine, refusal, type PreflightFinding } from './finding.ts'

/** No one else listens where Postern will. */
export async function checkAddress(
  subject: string,
  address: ListenAddress | null,
): Promise<PreflightFinding> {
  if (address === null) return preflightFine(subject, 'switched off')
  if ('unix' in address) return preflightFine(subject, address.unix)
  const location = `${address.host}:${address.port}`
  const server = createServer()
  try {
    server.listen({ host: address.host, port: address.port })
    await once(server, 'listening')
    return preflightFine(subject, `${location} is free`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return refusal(subject, `${location} cannot be used (${reason}): change the configuration`)
  } finally {
    server.close()
  }
}

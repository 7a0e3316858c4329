import { eventually } from '../database/rows.ts'
import type { ClientResponse } from '../http/webmail-client.ts'

/** The answer to a request, made again as long as it is told to come back later: 503 says nothing of a session. */
export function unlessBusy(ask: () => Promise<ClientResponse>): Promise<ClientResponse> {
  return eventually(ask, ({ status }) => status !== 503)
}

import type { ExecutionContext } from 'ava'
import { bind } from '../../../plugin/process/listen.ts'
import { createSessionEndpoint } from '../../../plugin/session-endpoint/session-endpoint.ts'
import { createTakeover, type Takeover } from '../../../plugin/session-endpoint/takeover.ts'
import type { ForeignSessions } from '../../../store/index.ts'
import { foreign, openTestStore } from '../../store/fixture.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { connectToEndpoint } from '../../support/session-endpoint/endpoint-client.ts'

/** Limits of every endpoint of these tests. */
export const endpointLimits = { valueBytes: 65_536, arguments: 16, connections: 10, idleMs: 60_000 }

/** On a busy machine the database is requested longer than by default. */
export const storeLimits = { databaseReadMs: 30_000 }

/** What a test says about its endpoint. */
export interface EndpointSettings {
  readonly directory?: string
  readonly password?: string
  readonly now?: () => number
  readonly limits?: Partial<typeof endpointLimits>
  readonly takeover?: Takeover
}

/** An endpoint over a store of its own. */
export async function openEndpoint(t: ExecutionContext, settings: EndpointSettings = {}) {
  const directory = settings.directory ?? (await temporaryDirectory(t))
  const now = settings.now ?? Date.now
  const store = await openTestStore({ directory, foreign, now, limits: storeLimits })
  const sessions = store.foreignSessions
  if (sessions === undefined) throw new Error('the store was told of another program')
  const { lines, problems, port, close } = await serveEndpoint(t, sessions, settings)
  const stop = async () => {
    await close()
    await store.close(0)
  }
  t.teardown(stop)
  const password = settings.password === undefined ? {} : { password: settings.password }
  const client = () => connectToEndpoint(t, { port, ...password })
  return { store, directory, lines, problems, port, client, close, stop }
}

/** An endpoint over these sessions. */
export async function serveEndpoint(
  t: ExecutionContext,
  sessions: ForeignSessions,
  settings: EndpointSettings = {},
) {
  const lines: object[] = []
  let problems = 0
  const keep = (fields: object, text: string) => void lines.push({ ...fields, text })
  const log = { warn: keep, error: keep }
  const endpoint = createSessionEndpoint({
    sessions,
    takeover: settings.takeover ?? createTakeover(),
    password: settings.password,
    limits: { ...endpointLimits, ...settings.limits },
    log,
    countProblem: () => {
      problems += 1
    },
    now: Date.now,
  })
  const address = await bind(endpoint.server, { host: '127.0.0.1', port: 0 })
  const close = (graceMs = 1_000) => endpoint.close(graceMs)
  t.teardown(() => close())
  return { lines, problems: () => problems, port: Number(address.split(':').at(-1)), close }
}

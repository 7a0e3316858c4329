import type { z } from 'zod'
import { followProcess, type AdminQuestion } from '../admin/client.ts'
import { readAdminEndpoint } from '../admin/endpoint-file.ts'
import { adoptionResponse, changeLine, endedResponse } from '../admin/roundcube-sessions.ts'
import type { SessionChange } from '../session-move/give-sessions.ts'
import type { Adopt } from '../session-move/take-sessions.ts'
import type { CommandIo } from './command/command.ts'
import { queryRunning, NotRunning } from './running-process.ts'

/** Roundcube's sessions in the running Postern. Every method throws NotRunning. */
export interface RunningSessions {
  readonly adopt: Adopt
  ended(ids: readonly string[]): Promise<readonly string[]>
  /** Until the signal. Throws ProcessRefused. */
  changes(signal: AbortSignal): AsyncGenerator<SessionChange>
}

const PATH = '/roundcube-sessions'

/** Queries the process of this configuration, through its admin listener. */
export function createRunningSessions(
  { configFile, dataDir }: { readonly configFile: string; readonly dataDir: string },
  io: CommandIo,
): RunningSessions {
  const post = <Schema extends z.ZodType>(
    question: Omit<AdminQuestion, 'method'> & { readonly answer: Schema },
  ) => queryRunning(configFile, { ...question, method: 'POST' }, io)

  return {
    async adopt({ sessions, ended, next }) {
      const given = sessions.map(({ id, session, lifeMs, seen }) => {
        const { vars, ip, changed } = session
        return { id, vars: vars.toString('base64'), ip, changed, lifeMs, seen }
      })
      const body = { sessions: given, ended, next }
      const schema = await post({ path: PATH, body, answer: adoptionResponse })
      return schema.sessions.map(({ version }) => version)
    },
    async ended(ids) {
      if (ids.length === 0) return []
      return (await post({ path: `${PATH}/ended`, body: { ids }, answer: endedResponse })).ended
    },
    async *changes(signal) {
      const endpoint = await readAdminEndpoint(dataDir)
      if (endpoint === undefined) {
        throw new NotRunning(`no Postern is running with ${configFile}`, { hasRefused: false })
      }
      for await (const line of followProcess(endpoint, PATH, signal)) {
        const change = changeLine.parse(line)
        if (change.kind !== 'session') yield change
        else {
          const { id, vars, ip, changed } = change
          yield { kind: 'session', id, session: { vars: Buffer.from(vars, 'base64'), ip, changed } }
        }
      }
    },
  }
}

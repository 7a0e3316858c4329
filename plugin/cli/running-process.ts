import type { z } from 'zod'
import { EX_UNAVAILABLE } from '../process/exit-codes.ts'
import { loadConfig } from '../config/config.ts'
import { readAdminEndpoint } from '../admin/endpoint-file.ts'
import { queryProcess, type AdminQuestion } from '../admin/client.ts'
import { type CommandIo } from './command/command.ts'

/** The command needs a running process, and there is none or it refuses. */
export class NotRunning extends Error {
  override readonly name = 'NotRunning'
  /** It runs, and could not do what it was asked. */
  readonly hasRefused: boolean

  constructor(message: string, { hasRefused }: { readonly hasRefused: boolean }) {
    super(message)
    this.hasRefused = hasRefused
  }
}

/** Queries the process that runs with this configuration. Throws NotRunning. */
export async function queryRunning<Schema extends z.ZodType>(
  configFile: string,
  question: AdminQuestion & { readonly answer: Schema },
  { environment }: CommandIo,
): Promise<z.output<Schema>> {
  const { dataDir } = await loadConfig(configFile, environment)
  const endpoint = await readAdminEndpoint(dataDir)
  if (endpoint === undefined) {
    throw new NotRunning(`no Postern is running with ${configFile}`, { hasRefused: false })
  }
  const { status, body } = await queryProcess(endpoint, question)
  if (status !== 200) {
    throw new NotRunning(`process ${endpoint.pid} answered ${status}`, { hasRefused: true })
  }
  return question.answer.parse(body)
}

/** Runs what needs a running process; without one says so and answers EX_UNAVAILABLE. */
export async function whileRunning(io: CommandIo, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error
    io.complain(`${error.message}\n`)
    return EX_UNAVAILABLE
  }
}

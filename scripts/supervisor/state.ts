import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'

const address = z.union([
  z.strictObject({ host: z.string(), port: z.int() }),
  z.strictObject({ unix: z.string(), everyUser: z.boolean() }),
])

const stateSchema = z.strictObject({
  /** Process id of the supervisor. */
  supervisor: z.int().positive(),
  /** Process id of the Postern it keeps; null between two. */
  gateway: z.int().positive().nullable(),
  /** Where its socket listens, whatever the configuration says by now. */
  listen: address,
  /** The same of the session endpoint; null: no socket of one. A supervisor of a former release tells nothing. */
  sessions: address.nullable().optional(),
  /** Posterns started so far, wanted or not. */
  starts: z.int().min(0),
  /** How many of them ended without being asked since the last wanted start. */
  failures: z.int().min(0),
})

/** What a supervisor reports itself in its state file. */
export type SupervisorState = z.output<typeof stateSchema>

/** Replaces the state file in one step: a reader never sees half of it. */
export async function writeSupervisorState(file: string, state: SupervisorState): Promise<void> {
  const fresh = `${file}.new`
  await writeFile(fresh, `${JSON.stringify(state)}\n`, { mode: 0o644 })
  await rename(fresh, file)
}

/** undefined when there is no supervisor's file, or none of ours. */
export async function readSupervisorState(file: string): Promise<SupervisorState | undefined> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    // Missing or not ours: either way nothing here reports a supervisor.
    return undefined
  }
}

import { readAdminEndpoint } from '../../../plugin/admin/endpoint-file.ts'
import { eventually } from '../database/rows.ts'

/** What `/healthz` of the Postern over that data says, once it satisfies. */
export async function healthOf(
  dataDir: string,
  isEnough: (text: string) => boolean,
): Promise<string> {
  const endpoint = await readAdminEndpoint(dataDir)
  return eventually(async () => (await fetch(`${endpoint?.address}/healthz`)).text(), isEnough)
}

/** Every session is in the database, and the spool has been told so. */
export async function drained(dataDir: string): Promise<void> {
  const isDrained = (text: string) => text.includes('"backlog":0')
  if (!isDrained(await healthOf(dataDir, isDrained))) throw new Error('rows wait in the spool')
}

/** Everything from before that time of the machine is in the database: what waits is younger. */
export async function drainedUpTo(dataDir: string, at: number): Promise<void> {
  const isDrained = (text: string) => {
    const waitsForMs = /"backlogMs":(\d+)/.exec(text)?.[1]
    return waitsForMs !== undefined && Number(waitsForMs) < Date.now() - at
  }
  if (!isDrained(await healthOf(dataDir, isDrained)))
    throw new Error('older rows wait in the spool')
}

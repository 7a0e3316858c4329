import test from 'ava'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { nodeArgsFor } from '../../support/process/source-program.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { openSingle, owner } from './stores.ts'

const child = fileURLToPath(new URL('crash-child.ts', import.meta.url))

/** Lets a process save and kills it without warning; answers the ids it had acknowledged. */
async function idsAcknowledgedBeforeKill(directory: string, round: number): Promise<string[]> {
  const args = [...nodeArgsFor(child), child, directory, String(round)]
  const process_ = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(process_, 'exit')
  const ids: string[] = []
  for await (const line of createInterface(process_.stdout)) {
    ids.push(line)
    if (ids.length === 150) process_.kill('SIGKILL')
  }
  await exit
  // A line cut by the kill was not read as an acknowledgement by anyone.
  return ids.slice(0, -1)
}

test('every acknowledged document is there after kill -9', async (t) => {
  const directory = await temporaryDirectory(t)
  const acknowledged = [
    ...(await idsAcknowledgedBeforeKill(directory, 1)),
    ...(await idsAcknowledgedBeforeKill(directory, 2)),
  ]

  const { personal } = await openSingle(t, directory)
  const { documents } = await personal.list(owner, 'contact')
  const bodies = new Map(documents.map(({ id, body }) => [id, body]))

  t.deepEqual(
    acknowledged.map((id) => bodies.get(id)),
    acknowledged,
  )
})

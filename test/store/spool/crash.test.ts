import test from 'ava'
import type { ExecutionContext } from 'ava'
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { startRedis } from '../../support/redis/redis.ts'
import { nodeArgsFor } from '../../support/process/source-program.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { openTestStore } from '../fixture.ts'

const child = fileURLToPath(new URL('crash-child.ts', import.meta.url))

/** Lets a process save and kills it without warning; answers the ids it had acknowledged. */
async function idsAcknowledgedBeforeKill(directory: string, redisUrl: string): Promise<string[]> {
  const args = [...nodeArgsFor(child), child, directory, redisUrl]
  const process_ = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(process_, 'exit')
  const ids: string[] = []
  const enough = randomInt(100, 600)
  for await (const line of createInterface(process_.stdout)) {
    // A line cut by the kill was not read as an acknowledgement by anyone.
    if (line.length === 32) ids.push(line)
    if (ids.length === enough) process_.kill('SIGKILL')
  }
  await exit
  return ids
}

async function surviveKills(t: ExecutionContext, redisUrl: string): Promise<void> {
  const directory = await temporaryDirectory(t)
  const acknowledged: string[] = []
  for (let round = 0; round < 4; round += 1) {
    acknowledged.push(...(await idsAcknowledgedBeforeKill(directory, redisUrl)))
  }

  const redis = redisUrl === '' ? null : { url: redisUrl }
  const limits = { databaseReadMs: RESPONSE_WAIT_LIMIT_MS }
  const store = await openTestStore({ directory, redis, limits })
  t.teardown(() => store.close(0))
  const records = await Promise.all(acknowledged.map((id) => store.sessions.load(id)))

  t.true(acknowledged.length >= 400)
  t.deepEqual(
    records.map((record) => record?.variables['user_id']),
    acknowledged,
  )
}

test.serial('every acknowledged session is there after kill -9, without Redis', async (t) => {
  await surviveKills(t, '')
})

test.serial('every acknowledged session is there after kill -9, with Redis', async (t) => {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  await surviveKills(t, redis.url)
})

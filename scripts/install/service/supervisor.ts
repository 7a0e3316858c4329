import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { loadConfig } from '../../../plugin/config/config.ts'
import { STOP_LIMIT_MS } from '../../../plugin/process/listen.ts'
import { sessionsAddress } from '../../supervisor/sessions-address.ts'
import { readSupervisorState, type SupervisorState } from '../../supervisor/state.ts'
import type { Layout } from '../machine/layout.ts'
import type { OwnerIds } from '../machine/ownership.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import type { Service } from './service.ts'

const POLL_MS = 50
/** A supervisor kills what has not ended by the limit. */
const WAIT_LIMIT_MS = STOP_LIMIT_MS + 15_000

interface SupervisorServiceOptions {
  readonly layout: Layout
  /** Whom Postern runs as; undefined keeps anyone who installs. */
  readonly findServiceIds: () => Promise<OwnerIds | undefined>
}

/** Postern behind its own supervisor, where there is no systemd. */
export function createSupervisorService({
  layout,
  findServiceIds,
}: SupervisorServiceOptions): Service {
  const { current, configFile, supervisorState, outputLog } = layout

  const liveState = async (): Promise<SupervisorState | undefined> => {
    const state = await readSupervisorState(supervisorState)
    return state !== undefined && (await isSupervisor(state.supervisor)) ? state : undefined
  }
  const listensElsewhere = async ({ listen, sessions }: SupervisorState): Promise<boolean> => {
    const config = await loadConfig(configFile, {})
    if (!isDeepStrictEqual(listen, config.listen)) return true
    // One of a former release holds no socket of the endpoint, and is not worth a moment at which no one can connect.
    return sessions !== undefined && !isDeepStrictEqual(sessions, sessionsAddress(config))
  }
  const until = async (
    isReached: (state: SupervisorState | undefined) => boolean,
  ): Promise<void> => {
    const deadline = Date.now() + WAIT_LIMIT_MS
    while (!isReached(await liveState())) {
      if (Date.now() > deadline) throw new Error('the supervisor does not do as it was told')
      await wait(POLL_MS)
    }
  }
  const start = async (): Promise<void> => {
    const ids = await findServiceIds()
    const output = openSync(outputLog, 'a', 0o640)
    try {
      const supervisor = spawn(
        join(current, 'scripts', 'supervisor'),
        [
          `--config=${configFile}`,
          `--gateway=${join(current, 'scripts', 'postern')}`,
          `--state=${supervisorState}`,
        ],
        {
          cwd: '/',
          // Nothing of the administrator's shell: POSTERN_* variables would change settings.
          env: {
            PATH: process.env['PATH'] ?? '/usr/bin:/bin',
            ...nodeOfMachine(),
            NODE_ENV: 'production',
          },
          stdio: ['ignore', output, output],
          ...ids,
        },
      )
      await once(supervisor, 'exit')
      if (supervisor.exitCode !== 0)
        throw new Error('the supervisor did not start: is the address taken?')
    } finally {
      closeSync(output)
    }
    await until((state) => state !== undefined)
  }

  const stop = async (): Promise<void> => {
    const state = await readSupervisorState(supervisorState)
    if (state !== undefined && (await isSupervisor(state.supervisor))) {
      process.kill(state.supervisor, 'SIGTERM')
      await until((now) => now === undefined)
    } else {
      await endOrphan(state?.gateway ?? null, configFile)
    }
    await rm(supervisorState, { force: true })
  }

  return {
    name: 'supervisor',
    isRunning: async () => (await liveState()) !== undefined,
    address: async () => (await liveState())?.listen,
    async hasOldSocket() {
      const state = await liveState()
      return state !== undefined && (await listensElsewhere(state))
    },
    start,
    async restart() {
      const before = await liveState()
      if (before === undefined) return start()
      if (await listensElsewhere(before)) {
        await stop()
        return start()
      }
      process.kill(before.supervisor, 'SIGHUP')
      // A release that keeps ending is started again now and then: only a start that was requested starts without failures.
      await until(
        (state) => state === undefined || (state.starts > before.starts && state.failures === 0),
      )
    },
    stop,
    failures: async () => (await liveState())?.failures ?? Number.POSITIVE_INFINITY,
    async lastLines(count) {
      const text = (await unlessMissing(readFile(outputLog, 'utf8'))) ?? ''
      return text
        .split('\n')
        .filter((line) => line !== '')
        .slice(-count)
    },
  }
}

/** The Node of a package is that of the current release at every start: the folder this one was unpacked to goes. */
function nodeOfMachine(): { readonly NODE_BINARY?: string } {
  const isOfPackage = process.execPath.endsWith('/runtime/bin/node')
  return isOfPackage ? {} : { NODE_BINARY: process.execPath }
}

/** The process is there and is a supervisor: ids are used again. */
function isSupervisor(pid: number): Promise<boolean> {
  return hasWord(pid, 'supervisor')
}

async function hasWord(pid: number, word: string): Promise<boolean> {
  const commandLine = await unlessMissing(readFile(`/proc/${pid}/cmdline`, 'utf8'))
  return commandLine?.includes(word) ?? false
}

/** A Postern whose supervisor was killed continues serving. */
async function endOrphan(gateway: number | null, configFile: string): Promise<void> {
  if (gateway === null) return
  const isThere = () => hasWord(gateway, configFile)
  if (!(await isThere())) return
  process.kill(gateway, 'SIGTERM')
  const deadline = Date.now() + WAIT_LIMIT_MS
  while (await isThere()) {
    if (Date.now() > deadline) throw new Error(`process ${gateway} does not end`)
    await wait(POLL_MS)
  }
}

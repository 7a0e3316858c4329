import { closeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { loadConfig } from '../../plugin/config/config.ts'
import { inheritedSocket } from '../../plugin/process/inherited-socket.ts'
import { keep, type KeeperOrder } from './supervise.ts'
import { writeKeeperState } from './state.ts'
import { openDoor } from './open-socket.ts'
import { spawnWithSocket } from './spawn-with-socket.ts'

// The keeper: where there is no systemd it holds the listening socket, so that Postern can be restarted
// or exchanged while clients wait. It never accepts a connection itself. SIGHUP restarts, SIGTERM ends.

const STOP_MS = 30_000
const LONGEST_PAUSE_MS = 30_000

const { values } = parseArgs({
  options: {
    config: { type: 'string', default: '' },
    /** Path of the `postern` front, asked anew at every start: `current` may point elsewhere by then. */
    gateway: { type: 'string', default: '' },
    state: { type: 'string', default: '' },
  },
})
const { listen } = await loadConfig(values.config, process.env)
const descriptor = inheritedSocket(process.env, process.pid)
if (descriptor === undefined) await becomeKeeper()
else await keepWith(descriptor)

/** The first process opens the door, hands it to the keeper proper and ends: that one runs on, detached. */
async function becomeKeeper(): Promise<void> {
  const again = [process.execPath, ...process.argv.slice(1)]
  await openDoor(listen, (fd) => spawnWithSocket(fd, again, { isDetached: true }).unref())
}

async function keepWith(fd: number): Promise<void> {
  const orders = signalOrders()
  await keep({
    startGateway: () =>
      spawnWithSocket(fd, [values.gateway, '--config', values.config], { isDetached: false }),
    nextOrder: orders,
    report: (state) => writeKeeperState(values.state, { keeper: process.pid, listen, ...state }),
    wait: (ms) => wait(ms),
    stopMs: STOP_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
  })
  closeSync(fd)
  process.exit(0)
}

/** Orders by signal, the latest kept until it is asked for; an end is never replaced by a restart. */
function signalOrders(): () => Promise<KeeperOrder> {
  let pending: KeeperOrder | undefined
  let deliver: ((order: KeeperOrder) => void) | undefined
  const give = (order: KeeperOrder): void => {
    if (deliver === undefined) pending = pending === 'stop' ? pending : order
    else deliver(order)
    deliver = undefined
  }
  process.on('SIGHUP', () => give('restart'))
  process.on('SIGTERM', () => give('stop'))
  process.on('SIGINT', () => give('stop'))
  return () =>
    new Promise((resolve) => {
      if (pending === undefined) {
        deliver = resolve
        return
      }
      resolve(pending)
      pending = undefined
    })
}

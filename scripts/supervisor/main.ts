import { closeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { loadConfig } from '../../plugin/config/config.ts'
import { inheritedSockets } from '../../plugin/process/listen.ts'
import { keep, type SupervisorOrder } from './supervise.ts'
import { writeSupervisorState } from './state.ts'
import { openSockets, spawnWithSockets, type HeldSockets } from './open-socket.ts'
import { sessionsAddress } from './sessions-address.ts'

// The supervisor: where there is no systemd it holds the listening sockets, so that Postern can be restarted
// or exchanged while clients wait. It never accepts a connection itself. SIGHUP restarts, SIGTERM ends.

const LONGEST_PAUSE_MS = 30_000

const { values } = parseArgs({
  options: {
    config: { type: 'string', default: '' },
    /** Path of the `postern` launcher, asked again at every start: `current` may point elsewhere by then. */
    gateway: { type: 'string', default: '' },
    state: { type: 'string', default: '' },
  },
})
const config = await loadConfig(values.config, process.env)
const { listen } = config
const sessions = sessionsAddress(config)
const held = inheritedSockets(process.env, process.pid)
if (held.listen === undefined) await becomeSupervisor()
else await keepWith({ listen: held.listen, sessions: held.sessions })

/** The first process opens the sockets, passes them to the supervisor proper and ends: that one runs on, detached. */
async function becomeSupervisor(): Promise<void> {
  const again = [process.execPath, ...process.argv.slice(1)]
  const addresses = sessions === null ? [listen] : [listen, sessions]
  await openSockets(addresses, ([first, second]) => {
    if (first === undefined) throw new Error('no socket was opened')
    spawnWithSockets({ listen: first, sessions: second }, again, { isDetached: true }).unref()
  })
}

async function keepWith(sockets: HeldSockets): Promise<void> {
  const orders = signalOrders()
  await keep({
    startGateway: () =>
      spawnWithSockets(sockets, [values.gateway, '--config', values.config], { isDetached: false }),
    nextOrder: orders,
    report: (state) =>
      writeSupervisorState(values.state, { supervisor: process.pid, listen, sessions, ...state }),
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    longestPauseMs: LONGEST_PAUSE_MS,
  })
  closeSync(sockets.listen)
  if (sockets.sessions !== undefined) closeSync(sockets.sessions)
  process.exit(0)
}

/** Orders by signal, the latest kept until it is requested; an end is never replaced by a restart. */
function signalOrders(): () => Promise<SupervisorOrder> {
  let pending: SupervisorOrder | undefined
  let deliver: ((order: SupervisorOrder) => void) | undefined
  const give = (order: SupervisorOrder): void => {
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

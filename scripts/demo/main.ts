import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { PortUnavailable, startDemo } from './start-demo.ts'

/** Without `--port`; another one is taken where it is in use. */
const DEFAULT_PORT = 8090

// Asked to end while it starts, the demo ends once it can clean up.
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
// Who ends a whole group of processes reaches the demo twice: the script that started it passes the signal on.
process.on('SIGTERM', () => undefined)
const { port, roundcube } = parseArgs({
  options: { port: { type: 'string' }, roundcube: { type: 'boolean', default: false } },
}).values
process.exitCode = port === undefined || isPort(port) ? await runDemo(port) : refuse(port)

/** Resolves to the exit code. */
async function runDemo(port: string | undefined): Promise<number> {
  try {
    const demo = await startDemo({
      dashboardPort: Number(port ?? DEFAULT_PORT),
      takesAnother: port === undefined,
      hasRoundcube: roundcube,
    })
    process.stdout.write(`
  Postern demo

  Open      ${demo.dashboardUrl}
  Mailbox   ${demo.user}
  Password  ${demo.password}

  Errors are logged in ${demo.errorLog}
  Everything runs on this machine; mail to others goes nowhere. Ctrl-C stops and removes it all.

`)
    await Promise.race([demo.ended, interrupted])
    await demo.stop()
    return 0
  } catch (error) {
    if (!(error instanceof PortUnavailable)) throw error
    process.stderr.write(`postern: ${error.message}\n`)
    return 1
  }
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535
}

function refuse(port: string): number {
  process.stderr.write(`postern: --port must be 1 to 65535, got "${port}"\n`)
  return 2
}

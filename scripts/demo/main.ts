import { setMaxListeners } from 'node:events'
import { startDemo } from './start-demo.ts'

const stopping = new AbortController()
setMaxListeners(20, stopping.signal)
process.once('SIGINT', () => {
  stopping.abort()
})
process.once('SIGTERM', () => {
  stopping.abort()
})

const demo = await startDemo({ dashboardPort: 8090 })
process.stdout.write(`
  Postern demo

  Open      ${demo.dashboardUrl}
  Mailbox   ${demo.user}
  Password  ${demo.password}

  Errors are logged in ${demo.errorLog}
  Everything runs on this machine; mail to others goes nowhere. Ctrl-C stops and removes it all.

`)
await Promise.race([demo.ended, aborted(stopping.signal)])
await demo.stop()

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => {
      resolve()
    })
  })
}

import { once } from 'node:events'
import { startDemo } from './start-demo.ts'

// Asked to end while it starts, the demo ends once it can clean up.
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const demo = await startDemo({ dashboardPort: 8090 })
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

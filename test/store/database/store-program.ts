import { createInterface } from 'node:readline'
import { newId, openTestStore } from '../fixture.ts'
import type { DatabaseErrorReport } from '../../../store/database/error-report.ts'

// A store as a process of its own, for tests that need one of another Unix user. For each line on its standard input it saves a
// session, and says `drained`, or the fault, once the database has it.
const [directory = '', url = ''] = process.argv.slice(2)
const reports: DatabaseErrorReport[] = []
// A lock is waited for, and a replaced file written again.
const faults = () => reports.filter(({ code }) => code !== '5' && code !== 'replaced')
process.umask(0o077)
const store = await openTestStore({ directory, url, reports })
process.stdout.write('open\n')
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'save') await store.sessions.save(newId(), {}, '192.0.2.7')
  while ((await store.health()).backlog > 0 && faults().length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const said = faults().map(({ code, text }) => `[${code}] ${text}`)
  reports.length = 0
  process.stdout.write(`${said.length === 0 ? 'drained' : said.join(' ')}\n`)
}
await store.close()

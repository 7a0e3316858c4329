import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'

// `postern database inspect` and `remove-tables` as a removal needs them, for a SQLite file: it stands in for the command
// of the gateway in releases that have none (database-command.ts). It asks Debian's sqlite3.

const [, , , verb, ...parts] = process.argv
const configFile = parts[parts.indexOf('--config') + 1]
const { url } = JSON.parse(readFileSync(configFile, 'utf8')).database
const file = resolve(dirname(configFile), url.slice('sqlite:'.length))
const run = promisify(execFile)
const sqlite = async (...args) => (await run('sqlite3', args)).stdout
const tables = (
  await sqlite('-readonly', file, "SELECT name FROM sqlite_master WHERE type = 'table'")
)
  .split('\n')
  .filter((name) => name !== '' && !name.startsWith('sqlite_'))

const own = tables.filter((name) => name.startsWith('postern_'))
const shared = ['session', 'users']
const others = tables.filter((name) => !own.includes(name) && !shared.includes(name))
const made = others.length > 0 ? [] : tables.filter((name) => shared.includes(name))

if (verb === 'inspect') {
  const foreign = others.length > 0 ? tables.filter((name) => !own.includes(name)) : []
  process.stdout.write(`${JSON.stringify({ engine: 'sqlite', file, own, made, foreign })}\n`)
} else if (verb === 'remove-tables' && parts.includes('--yes')) {
  await sqlite(file, own.map((name) => `DROP TABLE ${name};`).join(' '))
} else {
  process.exitCode = 2
}

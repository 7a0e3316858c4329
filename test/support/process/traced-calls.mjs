// Preloaded into a Postern (`--import`): writes a line for each statement handed to SQLite and each hash to TRACED_CALLS.
import crypto from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'

const sqlite3 = createRequire(import.meta.url)('sqlite3')
const note = (line) => appendFileSync(process.env.TRACED_CALLS, `${line.replaceAll(/\s+/g, ' ')}\n`)

const texts = new WeakMap()
const { prepare } = sqlite3.Database.prototype
sqlite3.Database.prototype.prepare = function (text, ...rest) {
  const statement = prepare.call(this, text, ...rest)
  texts.set(statement, text)
  return statement
}
const { all } = sqlite3.Statement.prototype
sqlite3.Statement.prototype.all = function (...given) {
  note(`statement ${texts.get(this) ?? 'of the database'}`)
  return all.apply(this, given)
}

for (const name of ['hash', 'createHash', 'createHmac', 'hkdfSync', 'scryptSync', 'pbkdf2Sync']) {
  const original = crypto[name]
  crypto[name] = function (...given) {
    note(`hash ${name}`)
    return original.apply(this, given)
  }
}
syncBuiltinESMExports()

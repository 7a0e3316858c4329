import { readFileSync, writeFileSync } from 'node:fs'
import { actionTable } from '../../plugin/wire/native/action-table.ts'
import { nativeEventJsonSchema } from '../../plugin/wire/native/event-schema.ts'
import { nativeJsonSchema } from '../../plugin/wire/native/schema.ts'

// Writes what plugin/docs has of the native wire: two schemas and a table, all made from the contracts of the actions.

const docs = new URL('../../plugin/docs/', import.meta.url)

function writeJson(file: string, value: unknown): void {
  writeFileSync(new URL(file, docs), `${JSON.stringify(value, undefined, 2)}\n`)
}

writeJson('native.schema.json', nativeJsonSchema())
writeJson('native-event.schema.json', nativeEventJsonSchema())
const protocol = new URL('protocol.md', docs)
const [before = '', , after = ''] = readFileSync(protocol, 'utf8').split(
  /(?<=<!-- actions -->\n)|(?=<!-- end of actions -->)/,
)
writeFileSync(protocol, `${before}\n${actionTable()}\n\n${after}`)

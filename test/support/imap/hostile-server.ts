import { parentPort } from 'node:worker_threads'
import type { HostileResponse } from './hostile-response.ts'
import { openScriptedImap } from './scripted-imap.ts'

// A worker: a server whose own work must not count as that of the process that is measured. It says the
// answer it was last told to every `UID FETCH` of the victim.

let response = Buffer.alloc(0)
const victims = new Set<number>()
const server = await openScriptedImap({
  reply: ({ name, line, tag }, connection) => {
    if (name === 'PASSWORD' && Buffer.from(line, 'base64').toString().includes('victim')) {
      victims.add(connection)
    }
    if (name !== 'UID FETCH' || !victims.has(connection)) return undefined
    return { bytes: Buffer.concat([response, Buffer.from(`\r\n${tag} OK\r\n`)]) }
  },
})
parentPort?.on('message', ({ head, unit, bytes, tail }: HostileResponse) => {
  response = Buffer.concat([
    Buffer.from(head, 'latin1'),
    Buffer.alloc(bytes, unit, 'latin1'),
    Buffer.from(tail, 'latin1'),
  ])
  parentPort?.postMessage('ready')
})
parentPort?.postMessage(server.port)

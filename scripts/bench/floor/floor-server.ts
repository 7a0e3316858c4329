import { createServer } from 'node:http'
import { connectRaw, type RawImap } from './raw-imap.ts'

// The least a webmail can do, as a process: HTTP of Node, one warm connection per socket, one NOOP for
// each request. Arguments: IMAP port, user, password. Prints where it listens.
const [port, user = '', password = ''] = process.argv.slice(2)
const connections = new WeakMap<object, Promise<RawImap>>()

const server = createServer((req, res) => {
  const connection = connections.get(req.socket) ?? open()
  connections.set(req.socket, connection)
  connection
    .then((imap) => imap.command('NOOP'))
    .then(
      () => res.end('{}'),
      () => res.writeHead(502).end(),
    )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.stdout.write(`listening on ${address?.port ?? 0}\n`)
})

async function open(): Promise<RawImap> {
  const imap = await connectRaw(Number(port), user, password)
  await imap.command('SELECT INBOX')
  return imap
}

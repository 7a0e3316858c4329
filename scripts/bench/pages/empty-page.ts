import { createServer } from 'node:http'
import { portOf } from '../../../test/support/http/port-of.ts'

const html = `<!doctype html>
<title>Empty</title>
<div role="grid"><div role="row">One row</div></div>
<script>
  const message = Object.assign(document.createElement('p'), { className: 'plain-text' })
  message.textContent = 'A message that is there already.'
  document.querySelector('[role=row]').onclick = () => document.body.append(message)
</script>
`

/** A page of one row, which shows a line of text when it is clicked, and nothing else; on a free port of 127.0.0.1. */
export async function startEmptyPage(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' }).end(html)
  })
  server.listen(0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${await portOf(server)}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

import { fileURLToPath } from 'node:url'
import { nodeArgsFor } from '../../../test/support/process/source-program.ts'
import { startServerProcess } from '../../../test/support/process/server-process.ts'

const program = fileURLToPath(new URL('./floor-server.ts', import.meta.url))

/** The floor server as a process of its own. Starts it for one mailbox owner. */
export async function startFloorServer(imapPort: number, user: string, password: string) {
  const server = await startServerProcess({
    command: process.execPath,
    args: [...nodeArgsFor(program), program, `${imapPort}`, user, password],
    ready: async (output) => {
      await output.waitFor(/listening on \d+/)
    },
  })
  const port = /listening on (\d+)/.exec(server.output.text())?.[1] ?? '0'
  return {
    script: `http://127.0.0.1:${port}/`,
    pid: server.pid,
    async stop() {
      await server.stop()
    },
  }
}

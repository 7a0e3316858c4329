import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import type { Load } from '../install/load.ts'

const PROGRAM = fileURLToPath(new URL('php-sessions.php', import.meta.url))
const CLIENTS = 4

/**
 * phpredis clients that read and write their sessions all the time as requests of Roundcube do: a connection for each,
 * or a kept one where `isPersistent`. What was not read as it was written is a failure, too.
 */
export function startPhpSessions({
  place: index,
  password,
  isPersistent = false,
}: {
  /** `HOST:PORT`, or the path of a Unix socket. */
  readonly place: string
  readonly password: string
  readonly isPersistent?: boolean
}): Load {
  const failures: string[] = []
  let answered = 0
  const clients = Array.from({ length: CLIENTS }, () => {
    const id = randomBytes(16).toString('hex')
    const args = [PROGRAM, index, password, id, isPersistent ? '1' : '0']
    const php = spawn('php', ['-d', 'display_errors=stderr', ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    createInterface({ input: php.stdout }).on('line', (line) => {
      answered += 1
      if (line !== 'ok') failures.push(line)
    })
    return { php, closed: once(php, 'close') }
  })
  return {
    async answered(count) {
      const goal = answered + count
      while (answered < goal) await wait(20)
    },
    async stop() {
      for (const { php } of clients) php.stdin.end()
      await Promise.all(clients.map(({ closed }) => closed))
      return { answered, failures }
    },
  }
}

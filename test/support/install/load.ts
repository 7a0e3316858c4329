import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Between two requests of a client: far shorter than anything an upgrade might interrupt, and a processor has time left for it. */
const PAUSE_MS = 40

/** Requests that come all the time: what an upgrade must not be noticed by. */
export interface Load {
  /** Resolves when so many more requests were answered. */
  answered(count: number): Promise<void>
  /** Ends it and reports what came of every request. */
  stop(): Promise<{ readonly answered: number; readonly failures: readonly string[] }>
}

/**
 * Keeps several clients asking `url`, half of them over kept connections. Anything but the expected
 * status is a failure, and so is a connection refused or cut.
 */
export function startLoad(
  url: string,
  { clients, headers }: { readonly clients: number; readonly headers: Record<string, string> },
): Load {
  const failures: string[] = []
  let answered = 0
  let isOver = false

  const client = async (index: number): Promise<void> => {
    const agent = new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 })
    while (!isOver) {
      try {
        const { status, text } = await send(url, agent, headers)
        if (status !== 200) failures.push(`answered ${status}: ${text}`)
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
      }
      answered += 1
      await wait(PAUSE_MS)
    }
    agent.destroy()
  }
  const running = Array.from({ length: clients }, (_, index) => client(index))

  return {
    async answered(count) {
      const goal = answered + count
      while (answered < goal) await wait(20)
    },
    async stop() {
      isOver = true
      await Promise.all(running)
      return { answered, failures }
    },
  }
}

/** What such clients ask for: the mailbox, as the user who has signed in. */
export function listRequests({
  base,
  cookies,
}: {
  readonly base: string
  readonly cookies: ReadonlyMap<string, string>
}): Parameters<typeof startLoad> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const url = `${base}?_task=mail&_action=list&_mbox=INBOX&_remote=1&_unlock=0&_=1`
  return [url, { clients: 8, headers: { cookie } }]
}

function send(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const req = request(url, { agent, headers }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => (text += chunk))
      res.once('end', () => resolve({ status: res.statusCode ?? 0, text: text.slice(0, 300) }))
      res.once('error', reject)
    })
    req.once('error', reject)
    req.end()
  })
}

import { once } from 'node:events'
import { createServer } from 'node:net'

/** The wanted port of 127.0.0.1, or a free one when somebody listens there already. */
export async function takePort(wanted: number): Promise<number> {
  return (await tryPort(wanted)) ?? (await anyPort())
}

async function anyPort(): Promise<number> {
  const port = await tryPort(0)
  if (port === undefined) throw new Error('no free port on 127.0.0.1')
  return port
}

async function tryPort(wanted: number): Promise<number | undefined> {
  const probe = createServer()
  try {
    probe.listen(wanted, '127.0.0.1')
    await once(probe, 'listening')
  } catch {
    // In use: the demo then runs beside whatever it is.
    return undefined
  }
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return address === null || typeof address === 'string' ? undefined : address.port
}

import { once } from 'node:events'
import { createServer } from 'node:net'

/** The wanted port of 127.0.0.1 when nobody listens there, 0 (let the system choose) otherwise. */
export async function takePort(wanted: number): Promise<number> {
  const probe = createServer()
  try {
    probe.listen(wanted, '127.0.0.1')
    await once(probe, 'listening')
  } catch {
    // In use: the demo then runs beside whatever it is.
    return 0
  }
  probe.close()
  await once(probe, 'close')
  return wanted
}

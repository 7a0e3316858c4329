import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** How the panel misbehaves towards whoever asks it. */
export type PanelFault =
  /** Accepts and never answers. */
  | 'silent'
  | 'bad_gateway'
  /** Breaks off in the middle of the answer's head. */
  | 'broken'

/** Switches for the faults of a running panel. */
export interface Faults {
  set(fault: PanelFault | undefined): void
  /** True when a fault has dealt with the request. */
  strike(req: IncomingMessage, res: ServerResponse): Promise<boolean>
}

/** Creates the switches, all off. */
export function createFaults(): Faults {
  let current: PanelFault | undefined
  return {
    set(fault) {
      current = fault
    },
    async strike(req, res) {
      switch (current) {
        case undefined:
          return false
        case 'silent':
          await once(res, 'close')
          return true
        case 'bad_gateway':
          res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
          return true
        case 'broken':
          req.socket.write('HTTP/1.1 204 No Con', () => req.socket.destroy())
          return true
      }
    },
  }
}

import { isIP } from 'node:net'

/** Whether a host of the configuration is this machine, as far as its name tells. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true
  return isIP(host) === 4 && host.startsWith('127.')
}

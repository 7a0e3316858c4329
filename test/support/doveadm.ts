import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What an administrator may do to a running Dovecot. */
export interface Doveadm {
  /** IMAP connections of a mailbox owner that are open now. */
  connections(user: string): Promise<number>
  /** Ends a mailbox owner's connections that come from an address; none is fine too. */
  kick(user: string, address: string): Promise<void>
}

const run = promisify(execFile)
/** EX_NOUSER of sysexits.h: nobody was connected. */
const NOBODY = 68

/** The doveadm of the server with this configuration. */
export function createDoveadm(configFile: string): Doveadm {
  const doveadm = (...words: readonly string[]) => run('doveadm', ['-c', configFile, ...words])
  return {
    connections: async (user) => {
      const { stdout } = await doveadm('who', '-1', user)
      return stdout.split('\n').filter((line) => line.includes(' imap ')).length
    },
    kick: async (user, address) => {
      try {
        await doveadm('kick', user, address)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === NOBODY)) throw error
      }
    },
  }
}

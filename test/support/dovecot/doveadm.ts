import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

/** What an administrator may do to a running Dovecot. */
export interface Doveadm {
  /** IMAP connections of a mailbox owner that are open now. */
  connections(user: string): Promise<number>
  /** Ends a mailbox owner's connections that come from an address; none is fine too. */
  kick(user: string, address: string): Promise<void>
  /** The sources of all messages of a mailbox. */
  sources(user: string, mailbox: string): Promise<string>
  /** A field of each message of a mailbox, with the flags of that message. */
  flagsByField(user: string, mailbox: string, field: string): Promise<FlagsByField>
  /** Gives a flag to a message, or takes it away, as another mail program would. */
  setFlag(user: string, message: FlaggedMessage, isSet: boolean): Promise<void>
  /** Removes a message permanently. */
  expunge(user: string, message: Omit<FlaggedMessage, 'flag'>): Promise<void>
  /** Delivers a message as the mail system does: by the filters of its owner, where the server has them. */
  receive(user: string, raw: string | Buffer): Promise<void>
  /** How many processes of a service run. */
  processes(service: string): Promise<number>
  /** Makes a mailbox, where it is not there, and subscribes to it. */
  subscribe(user: string, mailbox: string): Promise<void>
  /** Addresses whose sign-ins are slowed because of wrong passwords. */
  penalties(): Promise<readonly string[]>
  /** Whether that user signs in with that password by now: files are read once a second at most. */
  admits(user: string, password: string): Promise<boolean>
}

type FlagsByField = readonly (readonly [value: string, flags: readonly string[]])[]

interface FlaggedMessage {
  readonly mailbox: string
  readonly uid: number
  /** As IMAP spells it. */
  readonly flag: string
}

const run = promisify(execFile)
/** Exit codes as in sysexits.h, EX_NOUSER: no one was connected. */
const NOBODY = 68
/** EX_CANTCREAT of doveadm: it is there already. */
const EXISTS = 65
/** EX_NOPERM: the user or the password is wrong. */
const REFUSED = 77

/** The doveadm of the server with this configuration. */
export function createDoveadm(configFile: string): Doveadm {
  const doveadm = (...args: readonly string[]) => run('doveadm', ['-c', configFile, ...args])
  return {
    connections: async (user) => {
      const { stdout } = await doveadm('who', '-1', user)
      return stdout.split('\n').filter((line) => line.includes(' imap ')).length
    },
    kick: async (user, address) => {
      try {
        await doveadm('kick', user, address)
      } catch (error) {
        if (!isExit(error, NOBODY)) throw error
      }
    },
    sources: async (user, mailbox) => {
      const { stdout } = await doveadm('fetch', '-u', user, 'text', 'mailbox', mailbox)
      return stdout
    },
    flagsByField: async (user, mailbox, field) => {
      const wanted = ['fetch', '-u', user, `hdr.${field} flags`, 'mailbox', mailbox]
      const { stdout } = await doveadm('-f', 'tab', ...wanted)
      // A line of headings comes first.
      const rows = stdout.trimEnd().split('\n').slice(1)
      return rows.map((row) => {
        const [value = '', flags = ''] = row.split('\t')
        return [value, flags.split(' ').filter((flag) => flag !== '')]
      })
    },
    receive: async (user, raw) => {
      const lda = spawn('/usr/lib/dovecot/dovecot-lda', ['-c', configFile, '-d', user, '-e'], {
        stdio: ['pipe', 'ignore', 'inherit'],
      })
      lda.stdin.end(raw)
      await once(lda, 'exit')
      if (lda.exitCode !== 0) throw new Error(`dovecot-lda ended with ${String(lda.exitCode)}`)
    },
    setFlag: async (user, { mailbox, uid, flag }, isSet) => {
      const what = ['mailbox', mailbox, 'uid', String(uid)]
      await doveadm('flags', isSet ? 'add' : 'remove', '-u', user, flag, ...what)
    },
    expunge: async (user, { mailbox, uid }) => {
      await doveadm('expunge', '-u', user, 'mailbox', mailbox, 'uid', String(uid))
    },
    processes: async (service) => {
      const { stdout } = await doveadm('process', 'status')
      return stdout.split('\n').filter((line) => line.startsWith(`${service} `)).length
    },
    subscribe: async (user, mailbox) => {
      try {
        await doveadm('mailbox', 'create', '-u', user, mailbox)
      } catch (error) {
        if (!isExit(error, EXISTS)) throw error
      }
      await doveadm('mailbox', 'subscribe', '-u', user, mailbox)
    },
    penalties: async () => {
      const { stdout } = await doveadm('penalty')
      // A line of headings comes first.
      const rows = stdout.split('\n').slice(1)
      return rows.flatMap((row) => row.split(/\s+/)[0] ?? []).filter((address) => address !== '')
    },
    admits: async (user, password) => {
      try {
        await doveadm('auth', 'test', user, password)
        return true
      } catch (error) {
        if (isExit(error, REFUSED)) return false
        throw error
      }
    },
  }
}

function isExit(error: unknown, code: number): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

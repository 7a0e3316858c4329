import { rawImap } from '../proxy/mail/raw-imap.ts'
import type { Dovecot } from '../support/dovecot/dovecot.ts'
import type { Teardown } from '../support/process/temporary-directory.ts'
import { spelled } from './mailbox-names.ts'

/** One message as a client without any memory sees it. */
export interface TrueMessage {
  readonly uid: number
  readonly flags: readonly string[]
}

export interface TrueCount {
  readonly mailbox: string
  readonly messages: number
  readonly unseen: number
}

/** A message in its thread: 0 for the parent of its first one. */
export interface TruePosition {
  readonly uid: number
  readonly parent: number
}

/** What a connection sees that has just been opened and knows nothing from before. */
export interface Truth {
  /** Names of all mailboxes that can be opened. */
  mailboxes(): Promise<readonly string[]>
  /** STATUS of the subscribed ones. */
  counts(): Promise<readonly TrueCount[]>
  /** UID FETCH, oldest first. */
  messages(mailbox: string): Promise<readonly TrueMessage[]>
  /** UID SORT with these keys among what matches. */
  sorted(mailbox: string, key: string, criteria: string): Promise<readonly number[]>
  /** UID THREAD, thread after thread as the server tells them. */
  threads(mailbox: string): Promise<readonly (readonly TruePosition[])[]>
  close(): void
}

/** Opens the connection, from an address of its own that no limit and no kick of a test is about. */
export async function openTruth(t: Teardown, dovecot: Dovecot, user: string): Promise<Truth> {
  const { host, port, password } = dovecot
  const raw = await rawImap(t, { host, port, password, from: '127.0.0.3' }, user)
  const within = async (mailbox: string, command: string): Promise<readonly string[]> => {
    await raw.run(`EXAMINE ${spelled(mailbox)}`)
    const lines = await raw.run(command)
    await raw.run('UNSELECT')
    return lines
  }
  return {
    mailboxes: async () => {
      const lines = await raw.run('LIST "" "*"')
      return lines.flatMap((line) => {
        const [, attributes = '', name] = /^\* LIST \(([^)]*)\) "\." (.+)$/.exec(line) ?? []
        const isThere = name !== undefined && !/\\NoSelect|\\NonExistent/i.test(attributes)
        return isThere ? [plain(name)] : []
      })
    },
    counts: async () => {
      const lines = await raw.run('LIST (SUBSCRIBED) "" "*" RETURN (STATUS (MESSAGES UNSEEN))')
      return lines.flatMap((line) => {
        const reported = /^\* STATUS (.+) \(MESSAGES (\d+) UNSEEN (\d+)\)$/.exec(line)
        const [, name = '', messages, unseen] = reported ?? []
        if (reported === null) return []
        return [{ mailbox: plain(name), messages: Number(messages), unseen: Number(unseen) }]
      })
    },
    messages: async (mailbox) => {
      const lines = await within(mailbox, 'UID FETCH 1:* (FLAGS)')
      return lines.flatMap((line) => {
        const [, uid, flags = ''] = /FETCH \(UID (\d+) FLAGS \(([^)]*)\)/.exec(line) ?? []
        return uid === undefined
          ? []
          : [{ uid: Number(uid), flags: lastingFlags(flags.split(' ')) }]
      })
    },
    sorted: async (mailbox, key, criteria) =>
      numbersOf(await within(mailbox, `UID SORT (${key}) UTF-8 ${criteria}`), 'SORT'),
    threads: async (mailbox) => {
      const lines = await within(mailbox, 'UID THREAD REFS UTF-8 ALL')
      return threadsIn(lines.find((line) => line.startsWith('* THREAD ')) ?? '')
    },
    close: () => {
      raw.close()
    },
  }
}

/** Without \Recent, which belongs to one session and not to the message (RFC 3501 2.3.2). */
export function lastingFlags(flags: readonly string[]): readonly string[] {
  return flags.filter((flag) => flag !== '' && flag !== '\\Recent').sort()
}

/** The UIDs of a SEARCH or SORT answer. */
export function numbersOf(lines: readonly string[], name: string): readonly number[] {
  const line = lines.find((text) => text.startsWith(`* ${name}`)) ?? ''
  return line.split(' ').slice(2).filter(Boolean).map(Number)
}

function plain(name: string): string {
  return name.replaceAll('"', '').replace('B&APw-ro', 'Büro')
}

/** RFC 5256: numbers follow each other down the thread, parentheses are branches of the last one. */
function threadsIn(line: string): readonly (readonly TruePosition[])[] {
  const threads: TruePosition[][] = []
  const parents: number[] = []
  let parent = 0
  for (const [word] of line.matchAll(/\(|\)|\d+/g)) {
    if (word === '(') parents.push(parent)
    else if (word === ')') parent = parents.pop() ?? 0
    else {
      if (parent === 0) threads.push([])
      threads.at(-1)?.push({ uid: Number(word), parent })
      parent = Number(word)
    }
  }
  return threads
}

import { isPasswordRefused } from '../../../proxy/mail/index.ts'
import { unlessAway } from '../../../store/index.ts'
import { backoffMs, type BackoffLimits } from '../../concurrency/backoff.ts'
import { Refusal } from '../../http/refusal.ts'
import type { MailContext } from '../contract/contexts.ts'
import { fileCopy, fileSentMessage } from './file-copy.ts'
import type { Sends } from '../sent/sends.ts'
import type { UnfiledCopies, UnfiledCopy } from '../sent/unfiled-copies.ts'

/** What copies are filed with: a user's account, for as long as they are signed in. */
export interface FilingSession {
  /** Throws StoreUnavailable when no one knows. */
  readonly isAlive: () => Promise<boolean>
  readonly account: MailContext['account']
}

/** Files the copies that were left unfiled, without anyone asking. */
export interface CopyFiler {
  /** Keeps a copy and files it later; without effect where it is too large or cannot be kept. */
  keep(copy: UnfiledCopy, session: FilingSession): Promise<void>
  /** Files at once what the owner left unfiled before. */
  readonly resume: (session: FilingSession) => void
  /** Ends what waits. Copies that are not filed stay kept. */
  close(): void
}

interface CopyFilerOptions {
  readonly copies: UnfiledCopies
  readonly sends: Pick<Sends, 'once'>
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Before a try after a message was sent. */
  readonly delay: BackoffLimits
}

/**
 * Files over the journal of what was sent, which keeps pages and other instances from filing the same
 * copy. Tries ever more slowly, for one session of an owner at a time, until none is left or it ended.
 */
export function createCopyFiler(options: CopyFilerOptions): CopyFiler {
  const { copies, sends, wait, delay } = options
  const busy = new Set<string>()
  const closing = new AbortController()
  const { signal } = closing

  function start(session: FilingSession, isAtOnce: boolean): void {
    const { user } = session.account
    if (busy.has(user)) return
    busy.add(user)
    // What ends it besides is said in `fileAll`; a copy stays kept whatever happens here.
    fileUntilNone(session, isAtOnce)
      .catch(() => undefined)
      .finally(() => busy.delete(user))
  }

  async function fileUntilNone(session: FilingSession, isAtOnce: boolean): Promise<void> {
    if (isAtOnce && (await unlessAway(fileAll(session)))) return
    for (let failures = 0; ; failures += 1) {
      await wait(backoffMs(failures, delay), signal)
      if (await unlessAway(fileAll(session))) return
    }
  }

  /** True when there is nothing left to be done with this session. */
  async function fileAll(session: FilingSession): Promise<boolean> {
    const { user } = session.account
    const all = await copies.all(user)
    if (all.length === 0 || !(await session.isAlive())) return true
    let isDone = true
    for (const copy of all) {
      const isSettled = await fileOne(copy, session)
      if (isSettled) await copies.drop(user, copy.composeId)
      else isDone = false
    }
    return isDone
  }

  /** False when it is to be tried again. */
  async function fileOne(copy: UnfiledCopy, { account }: FilingSession): Promise<boolean> {
    const request = { user: account.user, composeId: copy.composeId, digest: '' }
    let refused: unknown
    try {
      const result = await sends.once(
        { ...request, isAgain: false, isCopyOnly: true, signal },
        {
          newMessageId: neverRequested,
          deliver: neverRequested,
          file: (stamp, mayBeThere, fileSignal) => {
            const services = { account, signal: fileSignal }
            return fileSentMessage(
              { stamp, mayBeThere, file: () => fileCopy(copy.source, services), traces: copy },
              services,
            ).catch((error: unknown) => {
              refused = error
              throw error
            })
          },
        },
      )
      // The password was changed: to continue trying it would be taken for guessing.
      if (isPasswordRefused(refused)) throw refused
      return !result.isCopyPending
    } catch (error) {
      // The journal has forgotten the message; whether there is a copy by now no one can tell.
      if (error instanceof Refusal && error.code === 'not_sent') return true
      throw error
    }
  }

  return {
    async keep(copy, session) {
      const { user } = session.account
      const isStored = await unlessAway(copies.keep(user, copy))
      if (isStored === true) start(session, false)
    },
    resume: (session) => start(session, true),
    close: () => closing.abort(),
  }
}

/** Only the copy is requested: nothing is delivered. */
function neverRequested(): never {
  throw new Error('asked to deliver a message that was only to be filed')
}

import { StoreUnavailable } from '../fault/unavailable.ts'
import { openJournal, type JournalOptions, type SessionJournal } from './journal.ts'
import { replayJournal } from './replay.ts'

interface StartOptions extends JournalOptions {
  /** False hands over what is left of an earlier run, and opens none. */
  readonly isWanted: boolean
  readonly now: () => number
}

/**
 * Hands what a former process left to the spool, and opens a journal where one is wanted. A disk that takes nothing must
 * not stop a start: then there is none, what was left stays, and the log reports it.
 */
export async function startJournal(options: StartOptions): Promise<SessionJournal | undefined> {
  const { isWanted, directory, spool, now, log } = options
  try {
    await replayJournal(directory, spool, now)
    return isWanted ? await openJournal(options) : undefined
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.error({ code: error.engineCode }, 'journal cannot be used: going on without it')
    return undefined
  }
}

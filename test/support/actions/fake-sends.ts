import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { OtherInstances } from '../../../plugin/actions/sent/attempt.ts'
import { createSendJournal } from '../../../plugin/actions/sent/journal.ts'
import { createSends, type Sends } from '../../../plugin/actions/sent/sends.ts'
import type { Documents } from '../../../store/document/documents.ts'
import type { StoredDocument } from '../../../store/record/document.ts'
import { WAIT_LIMIT_MS } from '../process/wait-limit.ts'

interface SendsOfTest {
  readonly documents?: Documents
  readonly others?: OtherInstances
  readonly now?: () => number
}

/** Sends of an instance over documents in memory, or over those given. */
export function sendsOver(options: SendsOfTest = {}): Sends {
  const { documents = memoryDocuments(), others, now = Date.now } = options
  return createSends({
    journal: createSendJournal({ documents, keepMs: 3_600_000, now }),
    others,
    requestMs: WAIT_LIMIT_MS,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    newAttemptId: randomUUID,
    now,
  })
}

/** Documents of the tiers' contract, without a tier. */
export function memoryDocuments(): Documents {
  const kept = new Map<string, StoredDocument>()
  return {
    find: (id) => Promise.resolve(kept.get(id)),
    async put(document) {
      const standing = kept.get(document.id)
      if (standing !== undefined && standing.version >= document.version) return standing
      kept.set(document.id, document)
      return document
    },
  }
}

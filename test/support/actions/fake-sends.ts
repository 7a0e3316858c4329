import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { OtherInstances } from '../../../plugin/actions/sent/attempt.ts'
import { createSendLog } from '../../../plugin/actions/sent/send-log.ts'
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
    sendLog: createSendLog({ documents, keepMs: 3_600_000, now }),
    others,
    requestMs: WAIT_LIMIT_MS,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    newAttemptId: randomUUID,
    now,
  })
}

/** Documents of the tiers' contract, without a tier. */
export function memoryDocuments(): Documents {
  const stored = new Map<string, StoredDocument>()
  return {
    find: (id) => Promise.resolve(stored.get(id)),
    async put(document) {
      const standing = stored.get(document.id)
      if (standing !== undefined && standing.version >= document.version) return standing
      stored.set(document.id, document)
      return document
    },
  }
}

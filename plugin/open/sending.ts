import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Documents, Seal } from '../../store/index.ts'
import { createCopyFiler } from '../actions/send/copy-filer.ts'
import { createSendLog, SEND_RECORD_MS } from '../actions/sent/send-log.ts'
import { createSends } from '../actions/sent/sends.ts'
import { createUnfiledCopies } from '../actions/sent/unfiled-copies.ts'
import type { Config } from '../config/schema.ts'

/** How instances tell each other that they are at a message; their clocks may differ by 10 s. */
const OTHER_INSTANCES = { beatMs: 2_000, silenceMs: 15_000 }

/** Copies of sent messages of one owner, until the mail server takes them into Sent; larger ones only the open page keeps. */
const UNFILED_BYTES = 1024 * 1024

/** Between two tries to file a copy in Sent. */
const COPY_DELAY = { firstMs: 5_000, maxMs: 300_000 }

interface SendingNeeds {
  readonly documents: Documents
  readonly seal: Seal
  /** Limit of one request. */
  readonly requestMs: number
  readonly now: () => number
  readonly wall: () => number
}

/** What knows which messages were sent, and what files their copies. */
export function openSending(
  config: Config,
  { documents, seal, requestMs, now, wall }: SendingNeeds,
) {
  const sends = createSends({
    sendLog: createSendLog({
      documents,
      keepMs: SEND_RECORD_MS,
      now: wall,
    }),
    others: config.instances === 'several' ? OTHER_INSTANCES : undefined,
    requestMs,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    newAttemptId: randomUUID,
    now: wall,
  })
  const copyFiler = createCopyFiler({
    copies: createUnfiledCopies({
      documents,
      seal,
      mailHost: config.imap.host,
      maxBytes: UNFILED_BYTES,
      keepMs: SEND_RECORD_MS,
      now,
    }),
    sends,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    delay: COPY_DELAY,
  })
  return { sends, copyFiler }
}

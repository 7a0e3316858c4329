import type { PageStorage } from '../../../browser/page-storage.ts'
import type { Draft } from '../draft.ts'

/** A copy of the draft in the browser, so that a crash or a reload loses no word. Files are not in it. */
export type DraftCopy = ReturnType<typeof createDraftCopy>

/** Messages that are written at one time: each has a copy. */
export const draftCopySlots = [0, 1, 2, 3, 4, 5] as const

interface DraftCopyOptions {
  /** Opened when it is used. */
  readonly storage: () => PageStorage
  /** Part of the key: another mailbox owner in the same tab never sees it. */
  readonly user: string
  /** Of the messages that are written at one time, from 0. */
  readonly slot: number
  readonly newComposeId: () => string
}

/** Builds the copy of one message on the tab's own storage. */
export function createDraftCopy({ storage, user, slot, newComposeId }: DraftCopyOptions) {
  const key = `postern.draft.${slot}.${user}`

  return {
    keep(draft: Draft) {
      try {
        storage().setItem(key, JSON.stringify({ ...draft, files: [] }))
      } catch {
        // Full or forbidden storage: the draft is still on the page and can be saved to the server.
      }
    },
    drop: () => storage().removeItem(key),
    restore(): Draft | undefined {
      const draft = readDraft(parseCopy(storage().getItem(key)))
      return draft?.composeId === '' ? { ...draft, composeId: newComposeId() } : draft
    },
  }
}

/** The draft a copy holds, without its files; undefined for what is no copy. */
export function readDraft(copy: unknown): Draft | undefined {
  if (!isRecord(copy)) return undefined
  const text = (name: string) => (typeof copy[name] === 'string' ? copy[name] : '')
  const {
    source,
    draftOf,
    references,
    original,
    kept: stored,
    inReplyTo,
    html,
    unansweredSaves,
  } = copy
  const mode = modes.find((name) => name === copy['mode']) ?? 'new'
  return {
    // The id stays: when the copy was already sent, the server does not send it twice.
    composeId: text('composeId'),
    mode,
    identity: text('identity'),
    signature: text('signature'),
    signatureMarkup: text('signatureMarkup'),
    identityBcc: text('identityBcc'),
    requestsReceipt: copy['requestsReceipt'] === true,
    reportsDelivery: copy['reportsDelivery'] === true,
    wasBlindCopy: copy['wasBlindCopy'] === true,
    to: text('to'),
    cc: text('cc'),
    bcc: text('bcc'),
    subject: text('subject'),
    text: text('text'),
    html: isText(html) ? html : null,
    inReplyTo: typeof inReplyTo === 'string' ? inReplyTo : null,
    references: Array.isArray(references) ? references.filter(isText) : [],
    source: isSource(source) ? source : null,
    draftOf: isOrigin(draftOf) ? draftOf : null,
    original: isOriginal(original) ? original : null,
    kept: Array.isArray(stored) ? stored.filter(isPart) : [],
    files: [],
    unansweredSaves: Array.isArray(unansweredSaves) ? unansweredSaves.filter(isText) : [],
    storedBy: text('storedBy'),
    // Opened and not yet written in, there is nothing to save.
    isChanged: copy['isChanged'] !== false || mode === 'draft',
  }
}

const modes = ['new', 'reply', 'reply-all', 'forward', 'draft'] as const

/** What the browser kept; undefined where there is nothing, or nothing of ours. */
export function parseCopy(json: string | null): unknown {
  try {
    return json === null ? undefined : JSON.parse(json)
  } catch {
    // Not written by this version: there is nothing to restore.
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isSource(value: unknown): value is NonNullable<Draft['source']> {
  return (
    isRecord(value) &&
    isText(value['mailbox']) &&
    isText(value['uidValidity']) &&
    typeof value['uid'] === 'number'
  )
}

function isOrigin(value: unknown): value is NonNullable<Draft['draftOf']> {
  if (!isRecord(value) || !isText(value['mode'])) return false
  return ['reply', 'reply-all', 'forward'].includes(value['mode']) && isSource(value)
}

function isOriginal(value: unknown): value is NonNullable<Draft['original']> {
  return isRecord(value) && isText(value['text'])
}

function isPart(value: unknown): value is Draft['kept'][number] {
  return (
    isRecord(value) &&
    isText(value['id']) &&
    isText(value['type']) &&
    isText(value['filename']) &&
    typeof value['size'] === 'number'
  )
}

import { NORMAL_PRIORITY, type Draft } from '../draft.ts'

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
    imageNames,
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
    priority: typeof copy['priority'] === 'number' ? copy['priority'] : NORMAL_PRIORITY,
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
    imageNames: Array.isArray(imageNames) ? imageNames.filter(isText) : [],
    unansweredSaves: Array.isArray(unansweredSaves) ? unansweredSaves.filter(isText) : [],
    messageId: isText(copy['messageId']) ? copy['messageId'] : null,
    isSeparate: copy['isSeparate'] === true,
    storedBy: text('storedBy'),
    // Opened and not yet written in, there is nothing to save.
    isChanged: copy['isChanged'] !== false || mode === 'draft',
  }
}

const modes = ['new', 'reply', 'reply-all', 'forward', 'draft'] as const

/** What the browser has stored; undefined where there is nothing, or nothing of ours. */
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

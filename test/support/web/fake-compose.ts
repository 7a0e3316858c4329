import type { NativeResponse, NativePart, NativeSent } from '../../../plugin/wire/native/types.ts'
import { boxOf, field, messageOf, type FakeAccount, type FakeFields } from './fake-account.ts'
import { fakeMessage } from './fake-mail.ts'

/** What the composer starts from. */
export function fakeCompose(fields: FakeFields, account: FakeAccount): NativeResponse {
  const { row, text, html, attachments } = messageOf(fields, account)
  const mode = field(fields, '_mode')
  const source = {
    mailbox: field(fields, '_mbox'),
    uidValidity: boxOf(fields, account).uidValidity,
    uid: row.uid,
  }
  const empty = {
    cc: [],
    bcc: [],
    references: [],
    inReplyTo: null,
    html: null,
    attachments: [],
    source,
    composeId: null,
    typed: null,
    draftOf: null,
    isCut: false,
    requestsReceipt: false,
    original: null,
    identity: null,
  } as const
  if (mode === 'draft') {
    const { subject, to } = row
    return { version: 1, kind: 'compose', ...empty, mode, to, subject, text, attachments }
  }
  const quoted = `\n\n${text.replace(/^/gm, '> ')}`
  if (mode === 'forward') {
    const subject = `Fwd: ${row.subject}`
    return {
      version: 1,
      kind: 'compose',
      ...empty,
      mode,
      to: [],
      subject,
      ...(html === undefined ? { text: quoted } : { text: '', original: { text: quoted } }),
      attachments,
    }
  }
  const subject = `Re: ${row.subject}`
  const inReplyTo = `<${row.uid}@example.test>`
  return {
    version: 1,
    kind: 'compose',
    ...empty,
    mode: 'reply',
    to: row.from,
    subject,
    text: quoted,
    inReplyTo,
  }
}

/** Takes a message once for each `_compose_id`, or stores a draft. The draft it was made of is gone then. */
export function send(fields: FakeFields, account: FakeAccount): NativeSent {
  const isDraft = field(fields, '_draft') === '1'
  const target = account.mailboxes.get(isDraft ? 'Drafts' : 'Sent')
  if (target === undefined) throw new Error('no mailbox for the copy')
  const attachments = attachmentsOf(fields, account)
  const stored = account.mailboxes.get(field(fields, '_source_mbox'))
  if (field(fields, '_mode') === 'draft' && stored !== undefined) {
    const sourceUid = Number(field(fields, '_source_uid'))
    stored.messages = stored.messages.filter(({ row }) => row.uid !== sourceUid)
  }
  const composeId = field(fields, '_compose_id')
  const messageId = `<${composeId}@example.test>`
  const uid = target.uidNext
  const isKnown = account.sent.has(composeId) && field(fields, '_copy') === ''
  if (!isDraft && !isKnown) account.sent.set(composeId, fields)
  if (!isDraft && !account.canFile) {
    return {
      kind: 'sent',
      isDraft,
      messageId,
      filedIn: null,
      filed: null,
      isCopyPending: true,
      copyRefusal: null,
      draftLeft: null,
    }
  }
  if (isDraft || !isKnown) {
    target.uidNext += 1
    const to = [{ name: '', address: field(fields, '_to') }]
    const subject = field(fields, '_subject')
    target.messages.push(
      fakeMessage(uid, { subject, to, text: field(fields, '_message'), attachments }),
    )
  }
  const filedIn = target.path
  const filed = { mailbox: filedIn, uidValidity: target.uidValidity, uid }
  return {
    kind: 'sent',
    isDraft,
    messageId,
    filedIn,
    filed,
    isCopyPending: false,
    copyRefusal: null,
    draftLeft: null,
  }
}

/** Parts of the source that go along, then the last of the new files. */
function attachmentsOf(fields: FakeFields, account: FakeAccount): readonly NativePart[] {
  const keptIds = (fields.get('_forward_parts') ?? '').split(',')
  const source = account.mailboxes
    .get(fields.get('_source_mbox') ?? '')
    ?.messages.find(({ row }) => String(row.uid) === fields.get('_source_uid'))
  const kept = source?.attachments.filter(({ id }) => keptIds.includes(id)) ?? []
  const filename = fields.get('_attachments[]')
  if (filename === undefined) return kept
  return [...kept, { id: String(kept.length + 2), type: 'text/plain', filename, size: 1_000 }]
}

import type { NativeCompose, NativePart, NativeSent } from '../../../plugin/wire/native/types.ts'
import { boxOf, messageOf, type FakeAccount, type FakeInput } from './fake-account.ts'
import { fakeMessage } from './fake-mail.ts'

/** What the composer starts from. */
export function fakeCompose(input: FakeInput, account: FakeAccount): NativeCompose {
  const { row, text, html, attachments } = messageOf(input, account)
  const { mode } = input
  const source = {
    mailbox: boxOf(input, account).path,
    uidValidity: boxOf(input, account).uidValidity,
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
    messageId: null,
    typed: null,
    draftOf: null,
    isCut: false,
    requestsReceipt: false,
    reportsDelivery: false,
    priority: null,
    wasBlindCopy: false,
    original: null,
    identity: null,
  } as const
  if (mode === 'draft') {
    const { subject, to } = row
    return { kind: 'compose', ...empty, mode, to, subject, text, attachments }
  }
  const quoted = `\n\n${text.replace(/^/gm, '> ')}`
  if (mode === 'forward') {
    const subject = `Fwd: ${row.subject}`
    return {
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
    kind: 'compose',
    ...empty,
    mode: 'reply',
    to: row.from,
    subject,
    text: quoted,
    inReplyTo,
  }
}

/** Takes a message once for each `composeId`, or stores a draft. The draft it was made of is deleted then. */
export function send(input: FakeInput, account: FakeAccount): NativeSent {
  const { isDraft = false, composeId = '', source } = input
  const target = account.mailboxes.get(isDraft ? 'Drafts' : 'Sent')
  if (target === undefined) throw new Error('no mailbox for the copy')
  const attachments = attachmentsOf(input, account)
  const stored = account.mailboxes.get(source?.mailbox ?? '')
  if (input.mode === 'draft' && stored !== undefined) {
    stored.messages = stored.messages.filter(({ row }) => row.uid !== source?.uid)
  }
  const messageId = `<${composeId}@example.test>`
  const uid = target.uidNext
  const isKnown = account.sent.has(composeId) && input.isCopyOnly !== true
  if (!isDraft && !isKnown) account.sent.set(composeId, input)
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
    const to = [{ name: '', address: input.to ?? '' }]
    const { subject = '' } = input
    target.messages.push(
      fakeMessage(uid, { subject, to, text: input.html ?? input.text ?? '', attachments }),
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
function attachmentsOf(input: FakeInput, account: FakeAccount): readonly NativePart[] {
  const { keptParts = [], files = [] } = input
  const source = account.mailboxes
    .get(input.source?.mailbox ?? '')
    ?.messages.find(({ row }) => row.uid === input.source?.uid)
  const remaining = source?.attachments.filter(({ id }) => keptParts.includes(id)) ?? []
  const filename = files.at(-1)
  if (filename === undefined) return remaining
  return [
    ...remaining,
    { id: String(remaining.length + 2), type: 'text/plain', filename, size: 1_000 },
  ]
}

import { z } from 'zod'
import { identityFields } from '../../settings/identity.ts'
import { preferencesSchema } from '../../settings/preferences.ts'
import { templateFields } from '../../settings/template.ts'
import { contactResponses } from './contact-schema.ts'
import {
  address,
  count,
  uid,
  uidValidity,
  messageName,
  row,
  mailboxCount,
  part,
  listFields,
  list,
  version,
  retryAfter,
  doneAction,
  composeMode,
  listedPart,
  mailbox,
  conflicts,
} from './schema-parts.ts'

/**
 * The native wire, version 1, as a schema: the published plugin/docs/native.schema.json is made from it, the
 * compiler's types are (plugin/wire/native/types.ts), and the tests hold every rendered answer to it.
 *
 * This is every answer of version 1; events are in event-schema.ts.
 */
export const nativeResponse = z.discriminatedUnion('kind', [
  ...contactResponses,
  z.strictObject({ version, ...listFields }),
  z.strictObject({ version, kind: z.literal('unread'), counts: z.array(mailboxCount) }),
  z.strictObject({
    version,
    kind: z.literal('refresh'),
    counts: z.array(mailboxCount),
    state: z
      .string()
      .nullable()
      .describe(
        'State this is about; null for counts only. In another one than asked about, other pages may differ',
      ),
    list: list
      .nullable()
      .describe('null when the same messages are shown; then changed tells new flags'),
    changed: z.array(z.strictObject({ uid, flags: z.array(z.string()) })),
    gone: z.string().describe('Of _ticked, what is not in the mailbox any more: a sequence set'),
    notices: z
      .array(z.string())
      .describe('What the mail server wants its user to read, in its words: plain text, told once'),
  }),
  z.strictObject({
    version,
    kind: z.literal('folders'),
    path: z.string().nullable().describe('The folder an act made, renamed or moved'),
    mailboxes: z.array(mailbox),
    quota: z
      .strictObject({ used: count, limit: count })
      .nullable()
      .describe('Bytes; null where the server tells no limit'),
  }),
  z.strictObject({
    version,
    kind: z.literal('folder-size'),
    mailbox: z.string(),
    messages: count.describe('In it and in all folders below it'),
    folders: count.describe('Folders below it'),
  }),
  z.strictObject({
    version,
    kind: z.literal('previews'),
    previews: z
      .array(z.strictObject({ uid, text: z.string() }))
      .describe('First words of messages that are there; empty for one without a text'),
  }),
  z.strictObject({
    version,
    kind: z.literal('uids'),
    mailbox: z.string(),
    uidValidity,
    set: z.string().describe('IMAP sequence set, ascending: 1:3,7'),
    count,
  }),
  z.strictObject({
    version,
    kind: z.literal('recipients'),
    addresses: z.array(address).describe('Whom the owner wrote to lately, the most frequent first'),
  }),
  z.strictObject({
    version,
    kind: z.literal('message'),
    mailbox: z.string(),
    uidValidity,
    row,
    replyTo: z.array(address),
    bcc: z.array(address),
    text: z.string().describe('Made from the HTML when there is no other'),
    isTextMissing: z
      .literal(true)
      .exactOptional()
      .describe('Only with _unrendered=1: there is only HTML, and text is empty'),
    hasHtml: z.boolean().describe('_action=frame serves the HTML body for a sandboxed frame'),
    hasRemoteContent: z.boolean().describe('The frame shows more with _images=1'),
    html: z
      .strictObject({
        content: z.string(),
        base: z.string().nullable().describe('What addresses in it are relative to; absolute'),
        isFromContact: z
          .boolean()
          .describe('Images of other servers may be shown, as the owner has set it for contacts'),
      })
      .nullable()
      .describe(
        'Only with _unrendered=1: the HTML body as its sender wrote it, never to be shown but sanitized and in a sandbox',
      ),
    isTruncated: z.boolean(),
    partsLeftOut: count.describe(
      'Parts that are not listed, as there are too many; the message saved as a file has them',
    ),
    receipt: z
      .strictObject({
        to: z.array(address),
        isToAsk: z
          .boolean()
          .describe('Sent with _answer=send alone: the message came from another address'),
      })
      .nullable()
      .describe('The receipt that is asked for; _action=receipt answers it; null: none, or it was'),
    attachments: z
      .array(listedPart)
      .describe('What the HTML body does not show; with _unrendered=1 also what it may show'),
  }),
  z.strictObject({ version, kind: z.literal('receipt'), isSent: z.boolean() }),
  z.strictObject({
    version,
    kind: z.literal('done'),
    action: doneAction,
    mailbox: z.string(),
    uids: z.array(uid),
    counts: z.array(mailboxCount),
    target: z.string().nullable(),
    uidMap: z
      .array(z.tuple([uid, uid]))
      .describe('Pairs [old UID, new UID] where the server told (COPYUID)'),
    targetUidValidity: uidValidity
      .nullable()
      .describe('What the new UIDs belong to; null where the server did not tell'),
    list: list.nullable(),
  }),
  z.strictObject({ version, kind: z.literal('search'), searchId: z.string(), list }),
  z.strictObject({
    version,
    kind: z.literal('compose'),
    mode: composeMode,
    to: z.array(address),
    cc: z.array(address),
    bcc: z.array(address),
    subject: z.string(),
    text: z.string(),
    isCut: z.boolean().describe('Only the beginning of a very long message is quoted'),
    html: z
      .string()
      .nullable()
      .describe('Sanitized markup to be written on, sent back with _is_html=1; null: plain text'),
    inReplyTo: z.string().nullable(),
    references: z.array(z.string()),
    source: messageName.nullable(),
    composeId: z
      .string()
      .nullable()
      .describe(
        'Of a draft: which composed message it is; sent back as _compose_id; null: a new one',
      ),
    typed: z
      .strictObject({ to: z.string(), cc: z.string(), bcc: z.string() })
      .nullable()
      .describe('Of a draft: its recipients as they were typed; null: all of them are addresses'),
    draftOf: messageName
      .extend({ mode: z.enum(['reply', 'reply-all', 'forward']) })
      .nullable()
      .describe('What a draft answers or forwards; sent back as _origin_*'),
    original: z
      .strictObject({ text: z.string() })
      .nullable()
      .describe('Forwarded below the text with _original=1; its words, to be edited instead'),
    attachments: z.array(part),
    requestsReceipt: z.boolean().describe('Of a draft: asks for a receipt; sent back as _receipt'),
    identity: z
      .string()
      .nullable()
      .describe('Which identity it is written as; sent back as _identity; null: there is none'),
  }),
  z.strictObject({
    version,
    kind: z.literal('sent'),
    isDraft: z.boolean(),
    messageId: z.string(),
    filedIn: z.string().nullable(),
    filed: messageName.nullable().describe('Where the copy is, when the server told'),
    isCopyPending: z
      .boolean()
      .describe('Sent, and its copy not filed yet: the same form with _copy=1 asks for that again'),
    copyRefusal: z
      .strictObject({ mailbox: z.string(), serverText: z.string() })
      .nullable()
      .describe('The folder that the mail server let nobody file the copy in, and its own words'),
    draftLeft: z
      .enum(['refused', 'unavailable'])
      .nullable()
      .describe(
        'Why the former draft stays: nobody may delete in its folder, or the mail server failed before it had',
      ),
  }),
  z.strictObject({
    version,
    kind: z.literal('saved-drafts'),
    drafts: z.array(messageName).describe('What saves without an answer have stored'),
  }),
  z.strictObject({
    version,
    kind: z.literal('settings'),
    preferences: z.strictObject(preferencesSchema.shape),
    identities: z.array(
      z.strictObject({ id: z.string(), version: count, ...identityFields.shape }),
    ),
    senders: z.strictObject({
      addresses: z.array(z.string()).describe('What the owner may write as, their own first'),
      isAnyAllowed: z.boolean().describe('The mail server decides'),
    }),
    passwordMinLength: count
      .nullable()
      .describe('Characters of a new password at least; null: it can not be changed here'),
    revision: count.describe('Grows with every change of settings, identities and templates'),
    hasSecondFactor: z
      .boolean()
      .nullable()
      .describe('The sign-in asks for a code; null: it never does here'),
    isSecondFactorRequired: z
      .boolean()
      .describe('Nobody signs in without one: turning it off ends all sessions of the owner'),
    isSignedInByPanel: z
      .boolean()
      .describe('The panel signed in and does so again by itself, whatever sessions end'),
    conflicts,
  }),
  z.strictObject({
    version,
    kind: z.literal('templates'),
    templates: z.array(z.strictObject({ id: z.string(), version: count, ...templateFields.shape })),
    conflicts,
  }),
  z.strictObject({
    version,
    kind: z.literal('sessions'),
    sessions: z
      .array(
        z.strictObject({
          id: z.string().describe('Names the session and opens nothing'),
          browser: z.string().describe('By its own word; empty where it can not be told'),
          system: z.string(),
          ip: z.string().describe('At the sign-in'),
          since: z.number().describe('Unix ms of the sign-in'),
          usedAt: z.number().describe('Unix ms of the last use, to about half a minute'),
          isCurrent: z.boolean(),
        }),
      )
      .describe('Last used first'),
    isComplete: z.boolean().describe('False where a store could not tell of all'),
  }),
  z.strictObject({
    version,
    kind: z.literal('password-changed'),
    areOthersEnded: z
      .boolean()
      .describe('False where a store could not tell of all other sessions'),
  }),
  z.strictObject({
    version,
    kind: z.literal('second-factor-invitation'),
    ticket: z.string().describe('Opaque; sent back as _ticket with the first code'),
    secret: z.string().describe('Base32, for who types it into an app'),
    address: z.string().describe('otpauth: address that an app reads'),
    picture: z.string().describe('data: URL of it as a QR code (SVG)'),
  }),
  z.strictObject({
    version,
    kind: z.literal('second-factor-on'),
    recoveryCodes: z.array(z.string()).describe('Each for one sign-in; told this once'),
  }),
  z.strictObject({ version, kind: z.literal('second-factor-off') }),
  z.strictObject({
    version,
    kind: z.literal('passkeys'),
    passkeys: z
      .array(
        z.strictObject({
          id: z.string().describe('Names it and opens nothing'),
          name: z.string(),
          domain: z.string().describe('Where it can be shown'),
          madeAt: z.number().describe('Unix ms'),
          usedAt: z.number().nullable().describe('Unix ms; null where it was not used yet'),
        }),
      )
      .describe('Oldest first'),
  }),
  z.strictObject({
    version,
    kind: z.literal('passkey-question'),
    ticket: z.string().describe('Opaque; sent back as _ticket with the answer'),
    options: z.string().describe('JSON for PublicKeyCredential.parseCreationOptionsFromJSON'),
  }),
  z.strictObject({ version, kind: z.literal('keep-alive') }),
  z.strictObject({
    version,
    kind: z.literal('error'),
    code: z.string().describe('A code of plugin/http/refusal.ts'),
    message: z.string().describe('Plain words for the mailbox owner'),
    retry: z
      .boolean()
      .describe('The same request may succeed soon: the page keeps its state and tries again'),
    retryAfterSeconds: retryAfter,
    requestId: z.string(),
  }),
])

/** The schema as published, in JSON Schema 2020-12. */
export function nativeJsonSchema(): unknown {
  return {
    title: 'Native answers of Postern, version 1',
    ...z.toJSONSchema(nativeResponse, { reused: 'ref' }),
  }
}

import type { NativeCompose, NativeMessageName } from '../../../wire/native/types.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import { messagesInput, type ComposeMode } from '../../wire/inputs.ts'
import type { MailboxName } from '../../wire/message-name.ts'
import type { MessageRequests } from '../../wire/message-requests.ts'
import type { Connection } from '../session/connection.ts'
import { type Settings, defaultIdentityOf } from '../settings/settings.ts'
import { draftOf, emptyDraft, type Draft } from './draft.ts'
import { startFormatted } from './formatted-draft.ts'
import { reopenedAs, writtenAs } from './signature.ts'

/** What a link may fill in. */
export type NewFields = Partial<Pick<Draft, 'to' | 'cc' | 'bcc' | 'subject' | 'text' | 'inReplyTo'>>

/** A draft that the server proposed. */
export interface ProposedDraft {
  readonly draft: Draft
  /** The quotation was too long, and is cut. */
  readonly isCut: boolean
}

/** What drafts are started with. */
export interface DraftStartOptions {
  readonly http: HttpClient
  readonly messages: Pick<MessageRequests, 'compose'>
  readonly connection: Connection
  readonly settings: Settings
  /** Markup of others as it is written on. Rejects where that can not be had. */
  readonly makeWritable: (html: string) => Promise<string>
  readonly newComposeId: () => string
  readonly signal: AbortSignal
}

/** What a draft starts with: nothing, a message that is answered or forwarded, or what was stored of it. */
export interface DraftStart {
  /** At once, and not signed yet. */
  readonly blank: (fields: NewFields) => Draft
  /** The identity that signs a blank one; undefined where the server did not say. */
  readonly defaultIdentity: () => Promise<ReturnType<typeof defaultIdentityOf> | undefined>
  /** Throws Problem. */
  readonly ofMessage: (mode: ComposeMode, name: NativeMessageName) => Promise<ProposedDraft>
  /** A forward that holds these messages as files, or of one of them the file that is this part. Throws Problem. */
  readonly withAttached: (
    mailbox: MailboxName,
    uids: readonly number[],
    partId?: string,
  ) => Promise<ProposedDraft>
}

/** Builds the ways to start a draft. */
export function createDraftStart(options: DraftStartOptions): DraftStart {
  const { http, messages, connection, settings, makeWritable, newComposeId, signal } = options

  /** Without them a message can be written as well. */
  const identitiesLoaded = () => settings.load().catch(() => undefined)

  async function proposed(request: () => Promise<NativeCompose>): Promise<ProposedDraft> {
    const [response] = await Promise.all([connection.reach(request, signal), identitiesLoaded()])
    return { draft: draftFrom(response), isCut: response.isCut }
  }

  function draftFrom(response: NativeCompose): Draft {
    const preferences = settings.preferences.peek()
    const identity = settings.identities.peek().find(({ id }) => id === response.identity)
    const fresh = draftOf(response.composeId ?? newComposeId(), response)
    const { requestsReceipts: requestsReceipt } = preferences
    if (response.mode === 'draft') return reopenedAs(startFormatted(fresh, preferences), identity)
    // What is edited as a new message has its signature.
    if (response.mode === 'new')
      return reopenedAs(startFormatted({ ...fresh, requestsReceipt }, preferences), identity)
    const isReply = response.mode === 'reply' || response.mode === 'reply-all'
    // Below the quotation there is room to write; above it the server left some.
    const isBelow = isReply && preferences.replyPlace === 'below'
    const text = isBelow ? `${fresh.text.trim()}\n\n` : fresh.text
    const ready = startFormatted({ ...fresh, text, requestsReceipt }, preferences)
    return writtenAs(ready, identity, preferences)
  }

  /** With the markup of others as it is written on. */
  async function requestOf(mode: ComposeMode, name: NativeMessageName): Promise<NativeCompose> {
    const response = await messages.compose(mode, name, signal)
    return response.html === null
      ? response
      : { ...response, html: await makeWritable(response.html) }
  }

  return {
    blank(fields) {
      const preferences = settings.preferences.peek()
      const { requestsReceipts: requestsReceipt } = preferences
      const references = typeof fields.inReplyTo === 'string' ? [fields.inReplyTo] : []
      const empty = { ...emptyDraft(newComposeId()), requestsReceipt, references, ...fields }
      return startFormatted(empty, preferences)
    },
    async defaultIdentity() {
      await identitiesLoaded()
      const all = settings.settings.peek()
      return all === undefined ? undefined : defaultIdentityOf(all)
    },
    ofMessage: (mode, name) => proposed(() => requestOf(mode, name)),
    withAttached: (mailbox, uids, partId) =>
      proposed(() =>
        http.get('compose', { mode: 'attach', ...messagesInput(mailbox, uids), partId }, signal),
      ),
  }
}

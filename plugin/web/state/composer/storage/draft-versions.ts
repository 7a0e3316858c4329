import type { NativeCompose, NativeMessageName } from '../../../../wire/native/types.ts'
import type { HttpClient } from '../../../wire/http/http-client.ts'
import { isSameMessage } from '../../../wire/message-name.ts'
import type { MessageRequests } from '../../../wire/message-requests.ts'
import type { Connection } from '../../session/connection.ts'
import type { Draft } from '../draft.ts'

/** What becomes of a draft that was changed elsewhere, in another tab, on another device or by another program. */
export type VersionChoice =
  /** It takes the place of the other version. */
  | 'mine'
  /** It becomes a draft of its own. */
  | 'both'
  /** The other version is opened instead. */
  | 'other'

interface DraftVersionsOptions {
  readonly http: HttpClient
  readonly messages: Pick<MessageRequests, 'compose'>
  readonly connection: Pick<Connection, 'reach'>
  readonly newComposeId: () => string
  readonly abort: AbortSignal
}

/** A draft as it is to be saved beside, or in the place of, another version. */
interface Rebased {
  readonly change: Partial<Draft>
  /** Files or images that were in the version it came from alone, which is gone. */
  readonly isWithoutFiles: boolean
}

/** The versions of a draft that are stored. All throw Problem. */
export interface DraftVersions {
  /** Where the newest one is; undefined: there is none, or its header does not tell that it is one. */
  newest(draft: Draft): Promise<NativeMessageName | undefined>
  rebased(
    draft: Draft,
    other: NativeMessageName | undefined,
    choice: 'mine' | 'both',
  ): Promise<Rebased>
}

/** Builds the way to them. */
export function createDraftVersions(options: DraftVersionsOptions): DraftVersions {
  const { http, messages, connection, newComposeId, abort } = options

  return {
    async newest({ composeId, messageId, source }) {
      const input = { composeId, messageId: messageId ?? undefined }
      const { newest } = await connection.reach(() => http.get('saved-drafts', input, abort), abort)
      if (newest === null || (source !== null && isSameMessage(newest, source))) return undefined
      return newest
    },
    async rebased(draft, other, choice) {
      const isSeparate = choice === 'both' || other === undefined
      const own = isSeparate ? { composeId: newComposeId() } : {}
      const common = { ...own, storedBy: '', unansweredSaves: [] } as const
      if (other === undefined) {
        const change = { ...common, ...withoutSource(draft), messageId: null, isSeparate: false }
        const hadOriginal = draft.original !== null && change.original === null
        return { change, isWithoutFiles: hadOriginal || lacksAny(draft, undefined) }
      }
      const found = await connection.reach(() => messages.compose('draft', other, abort), abort)
      const kept = found.attachments.filter((part) => draft.kept.some(isSamePart(part)))
      const original = found.original === null ? null : draft.original
      const { messageId } = found
      const stored = { mode: 'draft', source: other, messageId, kept, original } as const
      const change = { ...common, ...stored, isSeparate }
      const hadOriginal = draft.original !== null && original === null
      return { change, isWithoutFiles: hadOriginal || lacksAny(draft, found) }
    },
  }
}

/** Parts of a version that is gone are gone; a message that is forwarded as it looks is still where it was. */
function withoutSource({ draftOf, original }: Draft) {
  if (original !== null && draftOf?.mode === 'forward') {
    const { mode, ...source } = draftOf
    return { mode, source, draftOf: null, kept: [], original }
  }
  return { mode: 'draft', source: null, kept: [], original: null } as const
}

function isSamePart({ filename, size }: Draft['kept'][number]) {
  return (part: Draft['kept'][number]) => part.filename === filename && part.size === size
}

/** Whether files or images that the server has of a draft are not in another version of it. */
function lacksAny(
  { kept, html }: Draft,
  other: Pick<NativeCompose, 'attachments' | 'html'> | undefined,
): boolean {
  const { attachments = [], html: otherHtml = null } = other ?? {}
  if (!kept.every((part) => attachments.some(isSamePart(part)))) return true
  return (html?.match(/"cid:[^"]*"/g) ?? []).some((name) => otherHtml?.includes(name) !== true)
}

import type { Signal } from '@preact/signals'
import type { NativeMessageName } from '../../../../wire/native/types.ts'
import type { Catalogue } from '../../../texts/first-texts.ts'
import type { MailCatalogue } from '../../../texts/later-texts.ts'
import type { HttpClient } from '../../../wire/http/http-client.ts'
import { messagesInput } from '../../../wire/inputs.ts'
import { isSameMessage, movedTo } from '../../../wire/message-name.ts'
import type { Notices } from '../../notice/notices.ts'
import type { Connection } from '../../session/connection.ts'
import type { Draft } from '../draft.ts'

interface DiscardOptions {
  readonly http: HttpClient
  readonly connection: Connection
  readonly notices: Notices
  readonly text: Catalogue
  /** The texts that come with the code for writing, in the language of the moment. */
  readonly texts: () => MailCatalogue
  readonly draft: Signal<Draft | undefined>
  /** The save under way that no one requested; where it stored the draft. */
  readonly autosaving: () => Promise<Draft['source']> | undefined
  /** Closes the composer. */
  readonly clear: () => void
  /** Opens it again; undefined where no more messages can be open. */
  readonly reopen: (draft: Draft) => { readonly edit: (change: Partial<Draft>) => void } | undefined
  /** Asks, where a draft of this mailbox would be deleted permanently; undefined: where drafts are kept. */
  readonly confirmDiscard: (
    mailbox: string | undefined,
    run: (isPermanent: boolean) => void,
  ) => void
  /** Called after the stored copy of a draft went to the trash or came back. */
  readonly onStoredMoved: () => void
  readonly abort: AbortSignal
}

/** Makes what discards the draft that is written, with what is stored of it; the user can take it back. */
export function createDiscard(options: DiscardOptions): () => void {
  const { notices, text, texts, draft, autosaving, clear, reopen, abort } = options

  async function discard(isPermanent: boolean): Promise<void> {
    const dropped = draft.value
    const saving = autosaving()
    clear()
    if (dropped === undefined) return
    // A save that ended meanwhile stored it under a newer UID than the draft knows.
    const source = (await saving) ?? (dropped.mode === 'draft' ? dropped.source : null)
    if (!dropped.isChanged && source === null) return
    const { unansweredSaves } = dropped
    try {
      const takeBack = await dropStored({ source, unansweredSaves, isPermanent }, options, abort)
      notices.say(texts().discarded, {
        label: text.undo,
        run: () => void undiscard(dropped, takeBack),
      })
    } catch (error) {
      notices.failed(error, text.actFailed)
    }
  }

  async function undiscard(dropped: Draft, takeBack: TakeBack): Promise<void> {
    const opened = reopen(dropped)
    if (opened === undefined) return
    const source = await takeBack().catch(() => undefined)
    if (source !== undefined) opened.edit({ source })
  }

  return () => {
    if (draft.value === undefined) return
    const { mode, source, unansweredSaves } = draft.value
    const stored = mode === 'draft' ? source?.mailbox : undefined
    const mayBeStored = autosaving() !== undefined || unansweredSaves.length > 0
    if (stored === undefined && !mayBeStored) void discard(false)
    else options.confirmDiscard(stored, (isPermanent) => void discard(isPermanent))
  }
}

/** What is stored of a draft, as far as the page knows. */
interface Stored {
  readonly source: NativeMessageName | null
  readonly unansweredSaves: readonly string[]
}

/** Brings a message out of the trash and reports where it is then; undefined where the server did not say, or it is deleted. */
type TakeBack = () => Promise<NativeMessageName | undefined>

/**
 * Puts what is stored of a draft into the trash, or deletes it permanently, with what saves without a reply have stored;
 * what comes back brings it out again and reports where the copy is that the page knew.
 */
async function dropStored(
  { source, unansweredSaves, isPermanent }: Stored & { readonly isPermanent: boolean },
  options: DiscardOptions,
  abort: AbortSignal,
): Promise<TakeBack> {
  const { http, connection } = options
  const saves = unansweredSaves
  const found =
    saves.length === 0
      ? { drafts: [] }
      : await connection.reach(() => http.get('saved-drafts', { saves }, abort), abort)
  const others = found.drafts.filter((one) => source === null || !isSameMessage(one, source))
  const takeBackSource =
    source === null ? undefined : await dropOne({ stored: source, isPermanent }, options, abort)
  const more: TakeBack[] = []
  for (const stored of others) more.push(await dropOne({ stored, isPermanent }, options, abort))
  return async () => {
    for (const takeBack of more) await takeBack()
    return takeBackSource?.()
  }
}

async function dropOne(
  {
    stored,
    isPermanent: isPermanentDelete,
  }: { readonly stored: NativeMessageName; readonly isPermanent: boolean },
  { http, connection, onStoredMoved }: DiscardOptions,
  abort: AbortSignal,
): Promise<TakeBack> {
  const { mailbox, uid } = stored
  const input = { ...messagesInput(stored, [uid]), isPermanent: isPermanentDelete }
  const dropped = await connection.reach(() => http.post('delete', input, abort), abort)
  onStoredMoved()
  const moved = movedTo(dropped)
  return async () => {
    if (moved === undefined) return undefined
    const wanted = { ...messagesInput(moved, moved.uids), target: mailbox }
    const back = await connection.reach(() => http.post('move', wanted, abort), abort)
    onStoredMoved()
    const restored = movedTo(back)
    const [restoredUid] = restored?.uids ?? []
    if (restored === undefined || restoredUid === undefined) return undefined
    return { mailbox, uidValidity: restored.uidValidity, uid: restoredUid }
  }
}

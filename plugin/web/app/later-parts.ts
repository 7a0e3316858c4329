import type { FunctionComponent } from 'preact'
import type { Catalogue } from '../texts/first-texts.ts'
import type { ComposerOptions } from '../state/composer/composer.ts'
import type { DraftStartOptions } from '../state/composer/draft-start.ts'
import type { createDraftCopies, DraftCopies } from '../state/composer/storage/draft-copies.ts'
import type { PendingCopiesOptions } from '../state/composer/storage/pending-copies.ts'
import type { ComposerPart } from '../state/composer/lazy-composer.ts'
import type { notifyBySystem } from '../state/live/system-notification.ts'
import type { PrintMessage } from '../state/message/print.ts'
import type { Notices } from '../state/notice/notices.ts'
import type { Texts } from '../state/page/texts.ts'
import { createLazyPart, type LazyPart } from '../state/settings/lazy-part.ts'

/** What the composer and the outbox are built with. */
export type ComposerPartOptions = Omit<
  ComposerOptions & DraftStartOptions & PendingCopiesOptions,
  'texts' | 'outbox' | 'copies' | 'copy' | 'onLeft' | 'openDraft' | 'reopen' | 'refused'
> &
  Pick<Texts, 'later'> & {
    readonly draftCopies: Pick<DraftCopies, 'copyIn' | 'takeUp'>
    readonly openOutbox: () => void
    readonly signal: AbortSignal
  }

/** What comes after the first list, in a script of its own. */
export interface LaterCode {
  createComposerPart(options: ComposerPartOptions): Promise<ComposerPart>
  readonly createDraftCopies: typeof createDraftCopies
  readonly notifyBySystem: typeof notifyBySystem
  readonly printMessage: PrintMessage
  readonly SettingsDialog: FunctionComponent
  readonly ContactsDialog: FunctionComponent
  readonly FolderDialog: FunctionComponent
  readonly HelpDialog: FunctionComponent
  readonly MoveDialog: FunctionComponent
  readonly ListBanners: FunctionComponent
  readonly NameQuestion: FunctionComponent
  readonly GoToDialog: FunctionComponent
  readonly LaterPanes: FunctionComponent
  readonly MessageMenu: FunctionComponent
  readonly QuestionDialog: FunctionComponent
  readonly MessageBars: FunctionComponent
  readonly SenderNotes: FunctionComponent
  readonly RowMenu: FunctionComponent
  readonly RenderedText: FunctionComponent
  readonly EarlierMessages: FunctionComponent
  readonly LaterMessages: FunctionComponent
  readonly FileViewer: FunctionComponent
  readonly SearchTools: FunctionComponent
}

/** Views that are not needed for the first list. */
export type LaterParts = Readonly<
  Record<
    | 'settings'
    | 'contacts'
    | 'folders'
    | 'help'
    | 'message'
    | 'move'
    | 'goTo'
    | 'question'
    | 'receipt'
    | 'sender'
    | 'rendered'
    | 'earlier'
    | 'later'
    | 'row'
    | 'file'
    | 'search'
    | 'banners'
    | 'name'
    | 'borders',
    LazyPart
  >
>

/** Each is loaded when it is first shown. */
export function createLaterParts({
  loadLater,
  notices,
  text,
}: {
  readonly loadLater: () => Promise<LaterCode>
  readonly notices: Notices
  readonly text: Catalogue
}): LaterParts {
  type PartName = Exclude<
    keyof LaterCode,
    'createComposerPart' | 'createDraftCopies' | 'notifyBySystem' | 'printMessage'
  >
  const partOf = (name: PartName) =>
    createLazyPart({ load: async () => (await loadLater())[name], notices, text })
  return {
    settings: partOf('SettingsDialog'),
    contacts: partOf('ContactsDialog'),
    folders: partOf('FolderDialog'),
    help: partOf('HelpDialog'),
    move: partOf('MoveDialog'),
    goTo: partOf('GoToDialog'),
    message: partOf('MessageMenu'),
    question: partOf('QuestionDialog'),
    receipt: partOf('MessageBars'),
    sender: partOf('SenderNotes'),
    rendered: partOf('RenderedText'),
    earlier: partOf('EarlierMessages'),
    later: partOf('LaterMessages'),
    row: partOf('RowMenu'),
    file: partOf('FileViewer'),
    search: partOf('SearchTools'),
    banners: partOf('ListBanners'),
    name: partOf('NameQuestion'),
    borders: partOf('LaterPanes'),
  }
}

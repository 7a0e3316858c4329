import type { MailPageEnv } from '../../wire/native/types.ts'
import type { LazyComposer } from '../state/composer/lazy-composer.ts'
import type { MessageList } from '../state/list/list.ts'
import {
  positionOfBookmark,
  locationOfFragment,
  type PageLocation,
} from '../state/page/location.ts'
import type { Reader } from '../state/message/reader.ts'

interface OpenPageOptions {
  readonly env: MailPageEnv
  readonly fragment: string
  readonly list: MessageList
  readonly isThreaded: boolean
  readonly reader: Reader
  readonly composer: LazyComposer
}

/** Opens what the address of the page names, and the message that was being written; reports where that is. */
export function openPage(options: OpenPageOptions): PageLocation {
  const { env, fragment, isThreaded, list, reader, composer } = options
  const { bookmark, pageSize } = env
  const index =
    bookmark === null
      ? locationOfFragment(fragment, isThreaded)
      : positionOfBookmark(bookmark, { isThreaded, pageSize })
  list.open(index.query, index.row)
  if (index.message !== undefined) reader.open(index.message)
  // Before anything new takes the place of what was written. Else there is time for it after the first drawing.
  if (bookmark !== null || index.isComposing) composer.restore()
  if (bookmark !== null) compose(bookmark.compose, composer)
  else if (index.isComposing && !composer.isOpen.peek()) composer.startNew()
  return { ...index, isComposing: index.isComposing && composer.isOpen.peek() }
}

function compose(
  wanted: NonNullable<MailPageEnv['bookmark']>['compose'],
  composer: LazyComposer,
): void {
  if (wanted === null) return
  if (wanted.kind === 'answer') {
    const { mode, mailbox, uid } = wanted
    composer.start(mode, { mailbox, uidValidity: '', uid })
    return
  }
  composer.startNew(wanted.fields)
}

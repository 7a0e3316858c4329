import type { MailPageEnv } from '../../wire/native/types.ts'
import type { LazyComposer } from '../state/composer/lazy-composer.ts'
import type { MessageList } from '../state/list/list.ts'
import { placeOfBookmark, placeOfFragment, type PagePlace } from '../state/page/place.ts'
import type { Reader } from '../state/message/reader.ts'

interface OpenPageOptions {
  readonly env: MailPageEnv
  readonly fragment: string
  readonly list: MessageList
  readonly isThreaded: boolean
  readonly reader: Reader
  readonly composer: LazyComposer
}

/** Opens what the address of the page names, and the message that was being written; tells where that is. */
export function openPage(options: OpenPageOptions): PagePlace {
  const { env, fragment, isThreaded, list, reader, composer } = options
  const { bookmark, pageSize } = env
  const place =
    bookmark === null
      ? placeOfFragment(fragment, isThreaded)
      : placeOfBookmark(bookmark, { isThreaded, pageSize })
  list.open(place.query, place.row)
  if (place.message !== undefined) reader.open(place.message)
  // Before anything new takes the place of what was written. Else there is time for it after the first drawing.
  if (bookmark !== null || place.isComposing) composer.restore()
  if (bookmark !== null) compose(bookmark.compose, composer)
  else if (place.isComposing && !composer.isOpen.peek()) composer.startNew()
  return { ...place, isComposing: place.isComposing && composer.isOpen.peek() }
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
  const { to, cc, bcc, subject, text } = wanted
  composer.startNew({ to, cc, bcc, subject, text })
}

import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Dialogs } from '../notice/dialogs.ts'
import type { FolderActions } from '../folder/folder-actions.ts'
import type { HistoryEntry } from './history.ts'
import type { LazyComposer } from '../composer/lazy-composer.ts'
import type { MessageList } from '../list/list.ts'
import type { Navigation } from '../message/navigation.ts'
import { isSameOpen, isSameLocation, layerOf, partsOfLayer } from './location.ts'
import type { Reader } from '../message/reader.ts'
import type { Unsaved } from './unsaved.ts'

interface PageViewOptions {
  readonly list: MessageList
  readonly reader: Reader
  readonly composer: LazyComposer
  readonly dialogs: Dialogs
  readonly unsaved: Pick<Unsaved, 'leave'>
  readonly folderActions: FolderActions
  readonly navigation: Navigation
  /** What is found in all folders, once its code is there. */
  readonly front: ReadonlySignal<
    { readonly text: ReadonlySignal<string | undefined>; show(isShown: boolean): void } | undefined
  >
}

/** What is on show, as one value, and the way to another one; built from the parts of the page. */
export function createPageView(options: PageViewOptions) {
  const { list, reader, composer, dialogs, unsaved, folderActions, navigation, front } = options
  /** The composer was told to close and saves: it does not count as open, unless the save fails. */
  const isClosing = signal(false)

  effect(() => {
    if (!composer.isSaving.value) isClosing.value = false
  })

  const layer = computed(() => {
    if (dialogs.question.value !== undefined) return 'question'
    if (dialogs.open.value !== undefined) return layerOf(dialogs.open.value, dialogs.section.value)
    if (dialogs.moving.value !== undefined) return 'move'
    if (dialogs.viewing.value !== undefined) return 'file'
    if (folderActions.task.value !== undefined) return 'folder'
    if (navigation.pane.value === 'folders') return 'folders'
    return front.value?.text.value === undefined ? undefined : 'found'
  })
  const view = computed<HistoryEntry>(() => {
    const reading = reader.reading.value
    return {
      query: list.query.value,
      row: list.firstVisible.value,
      message: reading.kind === 'nothing' ? undefined : reading.name,
      isComposing: composer.isOpen.value && !isClosing.value,
      layer: layer.value,
    }
  })

  function showComposer(isComposing: boolean): void {
    if (isComposing) composer.reopen()
    else if (composer.isOpen.peek()) {
      composer.close()
      isClosing.value = composer.isSaving.peek()
    }
  }

  function showLayer(wanted: HistoryEntry['layer']): void {
    dialogs.close()
    folderActions.close()
    if (wanted === 'folders') navigation.showFolders()
    else navigation.hideFolders()
    front.peek()?.show(wanted === 'found')
    const { kind, section } = partsOfLayer(wanted)
    if (kind === 'help' || kind === 'settings' || kind === 'contacts' || kind === 'outbox') {
      dialogs.show(kind, section)
    }
    if (wanted === 'message' && reader.reading.peek().kind === 'message') dialogs.show('message')
  }

  function showAll(wanted: HistoryEntry): void {
    const { query, row, message, isComposing } = wanted
    const now = view.peek()
    batch(() => {
      if (!isSameLocation({ ...wanted, message: now.message, isComposing: now.isComposing }, now)) {
        list.open(query, row)
      }
      if (message === undefined) reader.close()
      else if (!isSameOpen(message, now.message)) reader.open(message)
      if (isComposing !== now.isComposing) showComposer(isComposing)
      if (wanted.layer !== now.layer) showLayer(wanted.layer)
    })
  }

  return {
    view,
    showLayer,
    /**
     * Opens and closes what differs. A message being written is saved first and closes once it is; what was entered in a
     * dialog that would close is asked about first.
     */
    show: (wanted: HistoryEntry): void => {
      if (wanted.layer === view.peek().layer) showAll(wanted)
      else unsaved.leave(() => showAll(wanted))
    },
  }
}

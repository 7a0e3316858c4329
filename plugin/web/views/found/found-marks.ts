import { useEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { markWords, unmarkWords } from '../../browser/mark-words.ts'
import { messageWindowOf } from '../../browser/message-window.ts'
import { shownWords, wordPattern } from '../../state/found/words.ts'

/** As the style names them. */
const IN_LIST = 'found-in-list'
const IN_MESSAGE = 'found-in-message'

const LIST_TEXTS = '.row :is(.row-who, .row-subject, .row-preview)'
const MESSAGE_TEXTS = ':is(.message-subject, .message-sender, .message-details bdi, .plain-text)'

/** Marks the words of a search in its rows and in the open message, as long as it is shown. */
export function FoundMarks() {
  const { front, list } = useApp()
  const search = front.value?.text.value ?? list.query.value.search

  useEffect(() => {
    const pattern = wordPattern(shownWords(search))
    const panes = document.querySelector('main')
    if (pattern === undefined || panes === null) return undefined
    return keepMarked(panes, pattern)
  }, [search])

  return null
}

/** Marks again what is drawn again, until the result is called. */
function keepMarked(panes: Element, pattern: RegExp): () => void {
  const stale = new Set([IN_LIST, IN_MESSAGE])
  let frame = requestAnimationFrame(mark)
  const inside = () => messageWindowOf(panes.querySelector('.message-frame'))

  function mark(): void {
    frame = 0
    if (stale.has(IN_LIST)) {
      markWords(window, IN_LIST, panes.querySelectorAll(LIST_TEXTS), pattern)
    }
    if (stale.has(IN_MESSAGE)) {
      markWords(window, IN_MESSAGE, panes.querySelectorAll(MESSAGE_TEXTS), pattern)
      const body = inside()
      if (body !== undefined) markWords(body, IN_MESSAGE, [body.document.body], pattern)
    }
    stale.clear()
  }

  const observer = new MutationObserver((changes) => {
    const message = panes.querySelector('.message-pane')
    for (const { target } of changes) {
      stale.add(message?.contains(target) === true ? IN_MESSAGE : IN_LIST)
    }
    if (frame === 0) frame = requestAnimationFrame(mark)
  })
  // The frame of a message says by its class that it was filled.
  const drawn = { childList: true, subtree: true, characterData: true, attributeFilter: ['class'] }
  observer.observe(panes, drawn)

  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    unmarkWords(window, IN_LIST)
    for (const within of [window, inside()]) {
      if (within !== undefined) unmarkWords(within, IN_MESSAGE)
    }
  }
}

import { useEffect, useRef, useState } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { searchFieldId } from '../../app/keyboard.ts'

const PHRASE = '"…"'

/** What a search can be narrowed by, below the search field while that is written in; each is one press away. */
export function SearchTips() {
  const { text, laterText, front, list } = useApp()
  const { mail } = laterText
  const panel = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const form = panel.current?.closest('form')
    if (form === null || form === undefined) return undefined
    const show = () => setShown(true)
    const hide = () => setShown(false)
    const hideWhenLeft = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) hide()
    }
    const hideAtEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide()
    }
    // Loaded while it was written in already; what is searched for is written.
    const field = form.querySelector('input')
    const search = front.peek()?.text.peek() ?? list.query.peek().search
    setShown(field === document.activeElement && field?.value.trim() !== search)
    const listeners = new AbortController()
    const { signal } = listeners
    form.addEventListener('focusin', show, { signal })
    form.addEventListener('input', show, { signal })
    form.addEventListener('focusout', hideWhenLeft, { signal })
    form.addEventListener('keydown', hideAtEscape, { signal })
    form.addEventListener('submit', hide, { signal })
    return () => listeners.abort()
  }, [])

  const tips = [
    ['from:', text.searchScopes.from],
    ['to:', text.searchScopes.to],
    ['subject:', text.searchScopes.subject],
    ['has:attachment', text.filterAttachment],
    ['is:unread', text.filterUnread],
    ['is:flagged', text.filterFlagged],
    [`after:${firstOfMonth()}`, mail.searchSince],
    [`before:${firstOfMonth()}`, mail.searchBefore],
    ['larger:5M', mail.searchLarger],
    [PHRASE, mail.searchPhrase],
    ['-', mail.searchWithout],
    ['OR', mail.searchEither],
  ] as const

  return (
    <div
      ref={panel}
      class="search-tips"
      role="group"
      aria-label={mail.searchTips}
      hidden={!isShown}
    >
      {tips.map(([term, meaning]) => (
        <button
          key={term}
          type="button"
          // The field keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => insert(term)}
        >
          <kbd dir="ltr">{term}</kbd>
          {meaning}
        </button>
      ))}
    </div>
  )
}

/** At the end of what is typed, with the caret where it goes on. */
function insert(term: string): void {
  const field = document.getElementById(searchFieldId)
  if (!(field instanceof HTMLInputElement)) return
  const before = field.value.trimEnd()
  const isOpen = /[:-]$/.test(term)
  const added = term === PHRASE ? '""' : isOpen ? term : `${term} `
  field.value = before === '' ? added : `${before} ${added}`
  const end = field.value.length - (term === PHRASE ? 1 : 0)
  field.focus()
  field.setSelectionRange(end, end)
}

function firstOfMonth(): string {
  const now = new Date()
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-01`
}

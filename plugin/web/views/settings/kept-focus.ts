import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Where one goes on: in the form that was opened, or in the list that came back. */
const NEXT = ['form :is(input, select, textarea)', ':scope > button.button:not(:disabled)']

/** Keeps the focus within a page of the settings when what had it goes: a form that ends, a row that is deleted. */
export function useKeptFocus(
  panel: RefObject<HTMLElement | null>,
  tabOfPanel: () => HTMLElement | null,
) {
  useEffect(() => {
    const { current } = panel
    if (current === null) return undefined
    const last: { element: Element | null } = { element: null }
    const note = () => (last.element = document.activeElement)
    const observer = new MutationObserver(() => {
      const isGone = last.element?.isConnected === false
      if (!isGone || document.activeElement !== document.body) return
      last.element = null
      const found = NEXT.map((selector) => current.querySelector<HTMLElement>(selector))
      ;(found.find((element) => element !== null) ?? tabOfPanel())?.focus()
    })
    current.addEventListener('focusin', note)
    observer.observe(current, { childList: true, subtree: true })
    return () => {
      current.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [])
}

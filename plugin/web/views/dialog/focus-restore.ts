import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Where one continues; `around` are the elements that were around what is deleted and still are there, the nearest first. */
type FindNext = (around: readonly Element[]) => HTMLElement | null

/**
 * Keeps the focus within a part of the page when what had it goes: a form that ends, a row that is deleted. What is
 * switched off while a response is awaited has it again once it is switched on.
 */
export function useFocusRestore(part: RefObject<HTMLElement | null>, findNext: FindNext): void {
  useEffect(() => {
    const { current } = part
    if (current === null) return undefined
    let last: readonly Element[] = []
    const note = () => (last = pathOf(document.activeElement, current))
    const forget = () => {
      // Who leaves it by will goes elsewhere; what is taken away is so in a moment.
      const [left] = last
      queueMicrotask(() => {
        if (left !== undefined && left === last[0] && canHaveFocus(left)) last = []
      })
    }
    const observer = new MutationObserver(() => {
      const [element, ...around] = last
      if (element === undefined || document.activeElement !== document.body) return
      if (element instanceof HTMLElement && canHaveFocus(element)) element.focus()
      else if (!element.isConnected || !element.checkVisibility()) {
        findNext(around.filter((one) => one.isConnected))?.focus()
      }
    })
    current.addEventListener('focusin', note)
    current.addEventListener('focusout', forget)
    observer.observe(current, {
      ...{ childList: true, subtree: true },
      attributeFilter: ['class', 'disabled', 'hidden', 'inert'],
    })
    return () => {
      current.removeEventListener('focusin', note)
      current.removeEventListener('focusout', forget)
      observer.disconnect()
    }
  }, [])
}

/** The first place nearby that can have the focus. */
export function nearestFocusable(around: readonly Element[]): HTMLElement | null {
  for (const element of around) {
    const found = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].find(canHaveFocus)
    if (found !== undefined) return found
  }
  return null
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]'

function canHaveFocus(element: Element): boolean {
  return (
    element.isConnected && !element.matches(':disabled, [inert] *') && element.checkVisibility()
  )
}

/** An element and those around it, up to the part. */
function pathOf(element: Element | null, part: Element): readonly Element[] {
  const path: Element[] = []
  for (let one = element; one !== null && part.contains(one); one = one.parentElement)
    path.push(one)
  return path
}

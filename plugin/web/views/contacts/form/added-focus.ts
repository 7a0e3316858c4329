import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Puts the focus into the last field of a list once what was requested is there: it is written next. Answers what is
 * called when more is requested; `selector` names the field of each of the `count` items that is written first.
 */
export function useAddedFocus(
  list: RefObject<HTMLElement | null>,
  count: number,
  selector: 'input' | 'textarea',
): () => void {
  const isAdding = useRef(false)
  useLayoutEffect(() => {
    if (isAdding.current) [...(list.current?.querySelectorAll(selector) ?? [])].at(-1)?.focus()
    isAdding.current = false
  }, [count])
  return () => {
    isAdding.current = true
  }
}

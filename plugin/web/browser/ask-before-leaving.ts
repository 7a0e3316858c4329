import { effect } from '@preact/signals'

/**
 * Lets the browser ask before it leaves the page, while that would lose something. Listened for only then: a browser
 * asks who listens before it leaves a page.
 */
export function askBeforeLeaving(window: Window, isUnsafe: () => boolean): void {
  const ask = (event: Event) => event.preventDefault()
  effect(() => {
    if (isUnsafe()) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  })
}

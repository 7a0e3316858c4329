import { effect } from '@preact/signals'

/**
 * Lets the browser ask before it leaves the page, while that would lose something. Listened for only then: a browser
 * asks who listens before it leaves a page.
 */
export function confirmBeforeLeaving(window: Window, isUnsafe: () => boolean): void {
  const preventLeaving = (event: Event) => event.preventDefault()
  effect(() => {
    if (isUnsafe()) window.addEventListener('beforeunload', preventLeaving)
    else window.removeEventListener('beforeunload', preventLeaving)
  })
}

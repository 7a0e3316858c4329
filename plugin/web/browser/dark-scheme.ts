const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)'

/** True where the page is dark: as the user chose, else as the system is. */
export function isPageDark(page: Window): boolean {
  const chosen = page.document.documentElement.dataset['colorScheme']
  return chosen === 'dark' || (chosen !== 'light' && page.matchMedia(SYSTEM_IS_DARK).matches)
}

/** Calls at once, and again whenever the colours of the page are others, until the signal ends it. */
export function followPageScheme(
  page: Window,
  call: (isDark: boolean) => void,
  signal: AbortSignal,
): void {
  const follow = () => call(isPageDark(page))
  follow()
  page.matchMedia(SYSTEM_IS_DARK).addEventListener('change', follow, { signal })
  const observer = new MutationObserver(follow)
  const { documentElement } = page.document
  observer.observe(documentElement, { attributeFilter: ['data-color-scheme', 'data-accent'] })
  signal.addEventListener('abort', () => observer.disconnect())
}

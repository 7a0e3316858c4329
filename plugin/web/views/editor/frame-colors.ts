import { darkPaletteRules } from './palette.ts'

const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)'

/**
 * Gives the document that is written in the colours of the page in the dark, as long as it is there; what the signal ends
 * follows no more. What others wrote keeps its own colours in the message and does not show them meanwhile: on
 * dark ground most of them could not be read. In the light it is white paper, as its file has it.
 */
export function followPageColors(inside: Document, page: Window, signal: AbortSignal): void {
  const { documentElement } = page.document
  const style = inside.createElement('style')
  inside.head.append(style)
  const system = page.matchMedia(SYSTEM_IS_DARK)
  const dress = () => {
    const chosen = documentElement.dataset['colorScheme']
    const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    style.textContent = isDark ? darkRules(page.getComputedStyle(documentElement)) : ''
  }
  dress()
  system.addEventListener('change', dress, { signal })
  const observer = new MutationObserver(dress)
  observer.observe(documentElement, { attributeFilter: ['data-color-scheme', 'data-accent'] })
  signal.addEventListener('abort', () => observer.disconnect())
}

function darkRules(page: CSSStyleDeclaration): string {
  const token = (name: string) => page.getPropertyValue(`--${name}`)
  return `
:root{color-scheme:dark;background:${token('paper')};color:${token('ink')}}
body *{color:inherit!important;background-color:transparent!important}
a{color:${token('accent')}!important}
blockquote{border-color:${token('line-strong')}!important}
${darkPaletteRules()}`
}

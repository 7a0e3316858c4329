import { followPageScheme } from '../../browser/dark-scheme.ts'
import { darkPaletteRules } from './palette.ts'

/**
 * Gives the document that is written in the colours of the page in the dark, as long as it is there; what the signal ends
 * follows no more. What others wrote keeps its own colours in the message and does not show them meanwhile: on
 * dark ground most of them could not be read. In the light it is white paper, as its file has it.
 */
export function followPageColors(inside: Document, page: Window, signal: AbortSignal): void {
  const { documentElement } = page.document
  const style = inside.createElement('style')
  inside.head.append(style)
  const dress = (isDark: boolean) => {
    style.textContent = isDark ? darkRules(page.getComputedStyle(documentElement)) : ''
  }
  followPageScheme(page, dress, signal)
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

import type { PageEnv } from '../wire/native/types.ts'
import type { PageAssets } from '../http/assets/assets.ts'
import { escapeHtml, escapeJson } from '../http/escape.ts'
import { directionOf, type Language } from '../language/language.ts'

/** What every page has in common. `body` is HTML already made safe by its page. */
export interface DocumentParts {
  readonly title: string
  readonly bodyClass: string
  readonly body: string
  readonly assets: PageAssets
  readonly language: Language
  /** State of the page; a page without state runs no script. */
  readonly env: PageEnv | undefined
  /** What the user has chosen; the system's own where it is not said. */
  readonly colorScheme?: 'system' | 'light' | 'dark' | undefined
}

/** A whole HTML document. It holds no inline script and no inline style, so the policy of gate/cross-site.ts holds. */
export function renderDocument(parts: DocumentParts): string {
  const { env } = parts
  const script = env === undefined ? '' : stateAndScript(env, `type="module"`, parts)
  return `${renderOpening(parts)}${script}${documentEnd}`
}

/**
 * The document up to where more may follow in its body. Its script does not wait for the rest, so it runs
 * as soon as it is loaded. Nothing is shown before: a browser that has the script already would spend a frame on
 * what the script replaces (HTML, "Blocking attributes"; ignored where it is not known).
 */
export function renderDocumentStart(parts: DocumentParts & { readonly env: PageEnv }): string {
  const kind = 'type="module" async blocking="render"'
  return renderOpening(parts, stateAndScript(parts.env, kind, parts))
}

/** What ends every document. */
export const documentEnd = '</body>\n</html>\n'

/**
 * Under `no-referrer` a browser posts our own forms with `Origin: null`, as it does for anyone who hides where
 * a page is from (Fetch 3.2, "append a request Origin header"). Other sites get no Referer either way.
 */
function renderOpening(parts: DocumentParts, endOfHead = ''): string {
  const { title, bodyClass, body, assets, language, colorScheme } = parts
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${colorScheme === undefined ? '' : ` data-color-scheme="${colorScheme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${assets.icon === undefined ? favicon : escapeHtml(assets.icon)}">
<link rel="stylesheet" href="${escapeHtml(assets.style)}">${brandLink(assets)}
${endOfHead}</head>
<body class="${escapeHtml(bodyClass)}">
${body}
`
}

/** The page is drawn once it is there: no one sees another brand first. */
function brandLink({ brandStyle }: PageAssets): string {
  if (brandStyle === undefined) return ''
  return `\n<link rel="stylesheet" id="brand-style" href="${escapeHtml(brandStyle)}">`
}

function stateAndScript(
  env: PageEnv,
  kind: string,
  { assets, language }: Pick<DocumentParts, 'assets' | 'language'>,
): string {
  const catalogue = assets.catalogues[language]
  const preloads = [...assets.preloads, ...(catalogue === undefined ? [] : [catalogue])].map(
    (address) => `<link rel="modulepreload" href="${escapeHtml(address)}">\n`,
  )
  return `${preloads.join('')}<script type="application/json" id="postern-env">${escapeJson(env)}</script>
<script ${kind} src="${escapeHtml(assets.script)}"></script>
`
}

/** The small gate beside the great one. Decorative: the name of the product is beside it. */
export const logo =
  '<svg class="logo" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">' +
  '<rect class="logo-wall" width="32" height="32" rx="8"/>' +
  '<path class="logo-gate" d="M8 24.5V15a8 8 0 0 1 16 0v9.5"/>' +
  '<path class="logo-letter" d="M11.5 17.5h9v7h-9z"/>' +
  '<path class="logo-fold" d="m11.5 18 4.5 3.5 4.5-3.5"/></svg>'

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#fff" stroke-width="2.5">' +
  '<rect width="32" height="32" rx="8" fill="#2c50c9" stroke="none"/>' +
  '<path d="M8 25V15a8 8 0 0 1 16 0v10M12 17h8v8h-8z"/></svg>'

/** The icon of the browser's tab, inside the page: the browser would ask the panel for /favicon.ico otherwise. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(icon)}`

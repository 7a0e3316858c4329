import type { PageEnv } from '../wire/native/types.ts'
import type { PageAssets } from '../http/assets/assets.ts'
import { escapeHtml, escapeJson } from './escape.ts'
import { favicon } from './logo.ts'

/** What every page has in common. `body` is HTML already made safe by its page. */
export interface DocumentParts {
  readonly title: string
  readonly bodyClass: string
  readonly body: string
  readonly assets: PageAssets
  /** State of the page; a page without state runs no script. */
  readonly env: PageEnv | undefined
}

/** A whole HTML document. It holds no inline script and no inline style, so the policy of gate/security-headers.ts holds. */
export function renderDocument(parts: DocumentParts): string {
  const { env, assets } = parts
  const script = env === undefined ? '' : stateAndScript(env, `type="module"`, assets)
  return `${renderOpening(parts)}${script}${documentEnd}`
}

/**
 * The document up to where more may follow in its body. Its script does not wait for the rest, so it runs
 * as soon as it is loaded.
 */
export function renderDocumentStart(parts: DocumentParts & { readonly env: PageEnv }): string {
  return renderOpening(parts) + stateAndScript(parts.env, 'type="module" async', parts.assets)
}

/** What ends every document. */
export const documentEnd = '</body>\n</html>\n'

/**
 * Under `no-referrer` a browser posts our own forms with `Origin: null`, as it does for whoever hides where
 * a page is from (Fetch 3.2, "append a request Origin header"). Other sites get no Referer either way.
 */
function renderOpening({ title, bodyClass, body, assets }: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${escapeHtml(assets.style)}">
</head>
<body class="${escapeHtml(bodyClass)}">
${body}
`
}

function stateAndScript(env: PageEnv, kind: string, assets: PageAssets): string {
  const preloads = assets.preloads.map(
    (address) => `<link rel="modulepreload" href="${escapeHtml(address)}">\n`,
  )
  return `${preloads.join('')}<script type="application/json" id="postern-env">${escapeJson(env)}</script>
<script ${kind} src="${escapeHtml(assets.script)}"></script>
`
}

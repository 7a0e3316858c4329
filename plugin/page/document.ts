import type { PageEnv } from '../wire/native-types.ts'
import type { PageAssets } from './assets.ts'
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

/** A whole HTML document. It holds no inline script and no inline style, so the strict policy of security 5.3 holds. */
export function renderDocument({ title, bodyClass, body, assets, env }: DocumentParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${escapeHtml(assets.style)}">
</head>
<body class="${escapeHtml(bodyClass)}">
${body}
${env === undefined ? '' : stateAndScript(env, assets)}</body>
</html>
`
}

function stateAndScript(env: PageEnv, assets: PageAssets): string {
  return `<script type="application/json" id="postern-env">${escapeJson(env)}</script>
<script type="module" src="${escapeHtml(assets.script)}"></script>
`
}

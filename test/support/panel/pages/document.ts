import { escapeHtml } from '../../../../plugin/pages/escape.ts'
import { style } from './style.ts'

/** Parts of a page. `main` is HTML made safe by its page. */
interface Parts {
  readonly title: string
  readonly main: string
  readonly user?: string
  readonly logoutPath?: string
}

/** A whole page of the panel. */
export function renderDocument({ title, main, user, logoutPath }: Parts): string {
  const who =
    user === undefined || logoutPath === undefined
      ? ''
      : `<span class="who">${escapeHtml(user)}</span>
<a class="quiet" href="${escapeHtml(logoutPath)}">Log out</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} - Hosting panel</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<span class="brand">${panelMark}Hosting panel</span>
${who}
</header>
<main>
${main}
</main>
<footer>A simulated hosting panel for demonstrations and tests</footer>
</body>
</html>
`
}

const panelMark =
  '<svg viewBox="0 0 28 28" aria-hidden="true"><rect class="tile" width="28" height="28" rx="7"/>' +
  '<path class="drawing" d="M7 9h14M7 14h14M7 19h9"/></svg>'

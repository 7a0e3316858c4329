import { type PageAssets, defaultAssets } from '../http/assets/assets.ts'
import { logo, renderDocument } from './document.ts'
import { escapeHtml } from '../http/escape.ts'
import type { Language } from '../language/language.ts'
import { serverTexts } from '../texts/server-texts.ts'

/** A refusal as a user meets it when no application page is open. */
export interface ErrorPage {
  readonly status: number
  readonly message: string
  readonly requestId: string
  readonly retryAfterSeconds?: number | undefined
  /** Local path of the panel, where there is one. */
  readonly homePath?: string | undefined
  /** English where it is not said. */
  readonly language?: Language | undefined
}

/** A plain, kind page for what the gate refuses. It runs no script and names the request for support. */
export function renderErrorPage(page: ErrorPage, assets: PageAssets = defaultAssets): string {
  const { status, message, requestId, retryAfterSeconds, homePath, language = 'en' } = page
  const texts = serverTexts(language).errorPage
  const wait =
    retryAfterSeconds === undefined
      ? ''
      : `<p>${escapeHtml(texts.tryAgain({ seconds: retryAfterSeconds }))}</p>`
  const home =
    homePath === undefined
      ? ''
      : `<p><a class="button primary" href="${escapeHtml(homePath)}">${escapeHtml(texts.toPanel)}</a></p>`

  return renderDocument({
    title: message,
    bodyClass: 'plain-page',
    body: `<main class="plain-card">
<div class="plain-brand">${logo}</div>
<h1>${escapeHtml(message)}</h1>
${wait}${home}<p class="plain-note">${texts.note({ status: String(status), requestId: `<code>${escapeHtml(requestId)}</code>` })}</p>
</main>`,
    assets,
    language,
    env: undefined,
  })
}

import type { MailPageEnv } from '../wire/native/types.ts'
import { type PageAssets, defaultAssets } from '../http/assets/assets.ts'
import { documentEnd, logo, renderDocumentStart } from './document.ts'
import { escapeHtml, escapeJsonText } from '../http/escape.ts'
import type { Language } from '../language/language.ts'
import { serverTexts } from '../texts/server-texts.ts'

/** The shell of the application: its state and a first paint that the script replaces. `renderMailPageEnd` ends it. */
export function renderMailPageStart(
  env: MailPageEnv,
  assets: PageAssets = defaultAssets,
  language: Language = 'en',
): string {
  const name = escapeHtml(env.productName)
  const { needsJavaScript } = serverTexts(language).mailPage

  return renderDocumentStart({
    title: env.productName,
    bodyClass: 'mail-page',
    body: `<div id="app"><div class="boot">${logo}<p>${name}</p></div></div>
<noscript><p class="boot-note">${escapeHtml(needsJavaScript({ productName: env.productName }))}</p></noscript>`,
    assets,
    language,
    env,
    colorScheme: env.preferences.colorScheme,
  })
}

/** The rest of the page: answers to what it asks first, by their addresses; each response is JSON already. */
export function renderMailPageEnd(
  responses: readonly (readonly [address: string, json: string])[],
): string {
  const members = responses.map(([address, json]) => `${JSON.stringify(address)}:${json}`)
  const json = escapeJsonText(`{${members.join(',')}}`)
  return `<script type="application/json" id="postern-first">${json}</script>\n${documentEnd}`
}

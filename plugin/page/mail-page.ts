import type { MailPageEnv } from '../wire/native-types.ts'
import { defaultAssets, type PageAssets } from './assets.ts'
import { renderDocument } from './document.ts'
import { escapeHtml } from './escape.ts'
import { logo } from './logo.ts'

/** The shell of the application: its state and a first paint that the script replaces. */
export function renderMailPage(env: MailPageEnv, assets: PageAssets = defaultAssets): string {
  const name = escapeHtml(env.productName)

  return renderDocument({
    title: env.productName,
    bodyClass: 'mail-page',
    body: `<div id="app"><div class="boot">${logo}<p>${name}</p></div></div>
<noscript><p class="boot-note">${name} needs JavaScript to show your mail.</p></noscript>`,
    assets,
    env,
  })
}

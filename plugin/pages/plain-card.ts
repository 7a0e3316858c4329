import { type PageAssets } from '../http/assets/assets.ts'
import { escapeHtml } from '../http/escape.ts'
import type { Language } from '../language/language.ts'
import type { PageEnv } from '../wire/native/types.ts'
import { serverTexts } from '../texts/server-texts.ts'
import { logo, renderDocument } from './document.ts'

interface PlainCard {
  readonly productName: string
  readonly language: Language
  /** Below the product's name. HTML already made safe. */
  readonly content: string
  /** undefined: the page runs no script. */
  readonly env: PageEnv | undefined
}

/** A page of the sign-in: one card in its midst, under the name of the product. */
export function renderPlainCard(
  { productName, language, content, env }: PlainCard,
  assets: PageAssets,
): string {
  return renderDocument({
    title: serverTexts(language).signIn.title({ productName }),
    bodyClass: 'plain-page',
    body: `<main class="plain-card">
<div class="plain-brand">${logo}<h1>${escapeHtml(productName)}</h1></div>
${content}</main>`,
    assets,
    language,
    env,
  })
}

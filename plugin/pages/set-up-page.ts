import { type PageAssets, defaultAssets } from '../http/assets/assets.ts'
import { escapeHtml } from '../http/escape.ts'
import type { Invitation } from '../second-factor/second-factors.ts'
import { serverTexts } from '../texts/server-texts.ts'
import { otherAccountForm, stepEnv, type StepPage, stepForm } from './code-page.ts'
import { errorNote, signInError } from './login-page.ts'
import { renderPlainCard } from './plain-card.ts'

/** What the page shows that has the second factor set up before anything else. */
interface SetUpPage extends StepPage {
  readonly invitation: Invitation
}

/** Shows the secret of an app for codes and takes the first code. Works without JavaScript. */
export function renderSetUpPage(page: SetUpPage, assets: PageAssets = defaultAssets): string {
  const { language = 'en', requestToken, productName, invitation } = page
  const { signIn, secondStep } = serverTexts(language)
  const error = page.error === undefined ? null : signInError(page.error, { ...page, language })
  const about = error === null ? 'scan-note' : 'sign-in-error scan-note" aria-invalid="true'
  const content = `${error === null ? '' : errorNote(error, signIn)}
<h2>${escapeHtml(secondStep.title)}</h2>
<p>${escapeHtml(secondStep.required)}</p>
<p id="scan-note">${escapeHtml(secondStep.scan)}</p>
<img class="factor-picture" src="${escapeHtml(invitation.picture)}" alt="">
<p>${escapeHtml(secondStep.key)}: <code dir="ltr">${escapeHtml(inGroups(invitation.secret))}</code></p>
<p class="factor-address"><a href="${escapeHtml(invitation.address)}" dir="ltr">${escapeHtml(invitation.address)}</a></p>
${stepForm(
  page,
  `<input type="hidden" name="_ticket" value="${escapeHtml(invitation.ticket)}">
<label class="field"><span>${escapeHtml(signIn.code)}</span>
<input name="_code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="64" required aria-describedby="${about}"></label>
<button type="submit" class="button primary wide">${escapeHtml(secondStep.confirm)}</button>`,
)}
${otherAccountForm(requestToken, signIn)}`
  const env = stepEnv(page, error)
  return renderPlainCard({ productName, language, content, env }, assets)
}

/** As users read it off a screen: in groups of four. */
function inGroups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}

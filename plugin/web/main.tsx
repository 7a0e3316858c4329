import { render } from 'preact'
import type { MailPageEnv } from '../wire/native/types.ts'
import { createApp } from './app/app.ts'
import { useBrandStyle } from './app/brand-style.ts'
import { keepPageOnDrop } from './app/file-drop.ts'
import { listenToKeys } from './app/keyboard.ts'
import { codeLoader } from './loading/code-loader.ts'
import { followSignInForm, keepLocation } from './sign-in-form.ts'
import './styles/app.css'
import { AppView } from './views/app-view.tsx'
import { readLayout } from './views/frame/layout-probe.tsx'
import { firstResultsOfDocument, type FirstResults } from './wire/http/first-results.ts'
import { languageOf, openTexts } from './state/page/texts.ts'
import { parsePageEnv } from './wire/page-env.ts'

const loadLater = codeLoader(() => import('./later-part.tsx'))

const env = parsePageEnv(document.getElementById('postern-env')?.textContent ?? '')

if (env?.task === 'login') {
  const texts = openTexts(env.usualLanguage, window)
  if (env.step === undefined) followSignInForm({ window, texts, open: replacePage })
  else for (const form of document.forms) keepLocation(form, location)
  if (env.step !== undefined) {
    // Without it the form for a code, or the link that saves the codes, is still there.
    loadLater().then(
      ({ helpWithStep }) => helpWithStep(document, env),
      () => undefined,
    )
  }
}
if (env?.task === 'mail') {
  void openMail(env, firstResultsOfDocument(document), async () => {
    // The browser says meanwhile that the page is visible, without which nothing of it is shown.
    await nextTask()
    return mountInDocument()
  })
}

async function openMail(
  env: MailPageEnv,
  first: FirstResults,
  takeRoot: () => HTMLElement | Promise<HTMLElement>,
): Promise<void> {
  const texts = await openTexts(languageOf(env.preferences, env.usualLanguage), window)
  const app = createApp({
    env,
    first,
    texts,
    window,
    loadLater,
  })
  const opening = app.open()
  // After the look of the page is known, which the height of a row follows from.
  readLayout(app.layout, document)
  // A list that came along is in the first drawing. One that is still on its way is not waited for: the rest is drawn meanwhile.
  await Promise.race([opening, nextTask()])
  const root = await takeRoot()
  root.replaceChildren()
  render(<AppView app={app} />, root)
  listenToKeys(app, document)
  keepPageOnDrop(document)
  await drawn()
  app.start()
  reloadWhenRestored(root)
}

/** A page that the browser has stored in memory (bfcache) may be of a user who has signed out since: the server decides. */
function reloadWhenRestored(root: HTMLElement): void {
  addEventListener('pagehide', () => (root.hidden = true))
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
}

function replacePage(env: MailPageEnv, first: FirstResults): void {
  void openMail(env, first, async () => {
    await useBrandStyle(document, env.brand?.style ?? null)
    const root = document.createElement('div')
    root.id = 'app'
    document.body.className = 'mail-page'
    document.body.replaceChildren(root)
    return root
  })
}

/** Where the page is drawn. The script may run before the document is read so far. */
function mountInDocument(): Promise<HTMLElement> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const element = document.getElementById('app')
      if (element !== null) resolve(element)
      return element !== null
    }
    if (look()) return
    new MutationObserver((_, observer) => {
      if (look()) observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
}

/**
 * Once the first drawing is on the screen, which it is when the next frame starts; or soon where nothing is
 * drawn, as in a tab in the background.
 */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => void nextTask().then(resolve)))
    setTimeout(resolve, 100)
  })
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

import { render } from 'preact'
import type { MailPageEnv } from '../wire/native-types.ts'
import { createApp } from './app.ts'
import { keepPageOnDrop } from './file-drop.ts'
import { listenToKeys } from './keyboard.ts'
import { en } from './messages/en.ts'
import { followSignInForm } from './sign-in-form.ts'
import './styles/app.css'
import { AppView } from './views/app-view.tsx'
import { firstAnswersOfDocument, type FirstAnswers } from './wire/first-answers.ts'
import { parsePageEnv } from './wire/page-env.ts'

const env = parsePageEnv(document.getElementById('postern-env')?.textContent ?? '')
const root = document.getElementById('app')

if (env?.task === 'login') followSignInForm({ window, text: en, open: replacePage })
if (env?.task === 'mail' && root !== null) openMail(env, firstAnswersOfDocument(document), root)

function openMail(env: MailPageEnv, first: FirstAnswers, root: HTMLElement): void {
  const app = createApp(env, first, en, window)
  root.replaceChildren()
  render(<AppView app={app} />, root)
  listenToKeys(app, document)
  keepPageOnDrop(document)
  app.start()
}

function replacePage(env: MailPageEnv, first: FirstAnswers): void {
  const root = document.createElement('div')
  root.id = 'app'
  document.body.className = 'mail-page'
  document.body.replaceChildren(root)
  openMail(env, first, root)
}

import { render } from 'preact'
import { createApp } from './app.ts'
import { listenToKeys } from './keyboard.ts'
import { en } from './messages/en.ts'
import './styles/app.css'
import { AppView } from './views/app-view.tsx'
import { parsePageEnv } from './wire/page-env.ts'

const env = parsePageEnv(document.getElementById('postern-env')?.textContent ?? '')
const root = document.getElementById('app')

if (env?.task === 'login') fillInTimeZone()
if (env?.task === 'mail' && root !== null) {
  const app = createApp(env, en, window)
  root.replaceChildren()
  render(<AppView app={app} />, root)
  listenToKeys(app, document)
  app.start()
}

function fillInTimeZone(): void {
  const field = document.querySelector<HTMLInputElement>('input[name=_timezone]')
  if (field !== null) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone
}

import test from 'ava'
import { defaultPreferences } from '../../../plugin/settings/default-preferences.ts'
import { defaultAssets } from '../../../plugin/http/assets/assets.ts'
import { renderErrorPage } from '../../../plugin/pages/error-page.ts'
import { renderLoginPage } from '../../../plugin/pages/login-page.ts'
import { renderMailPageEnd, renderMailPageStart } from '../../../plugin/pages/mail-page.ts'

const hostile = `"><script>alert(1)</script>'&`

const env = {
  task: 'mail',
  request_token: 'T'.repeat(32),
  productName: 'Postern',
  user: 'owner@example.test',
  ownAddress: 'owner@example.test',
  undoSeconds: 0,
  delimiter: '/',
  pageSize: 50,
  refreshSeconds: 60,
  readAfterSeconds: 3,
  readAheadMessages: 0,
  readAheadBytes: 100_000,
  messageFrames: defaultAssets.messageFrames,
  maxMessageBytes: 1,
  panelHome: null,
  heartbeatSeconds: null,
  preferences: defaultPreferences,
  bookmark: null,
  usualLanguage: 'en',
} as const

test('the sign-in form has the names that clients of Roundcube fill in', (t) => {
  const html = renderLoginPage({ requestToken: 'abc', url: 'login=1', productName: 'Postern' })

  t.true(html.includes('<input type="hidden" name="_token" value="abc">'))
  t.true(html.includes('<input type="hidden" name="_url" value="login=1">'))
  for (const name of ['_task', '_action', '_timezone', '_user', '_pass']) {
    t.true(html.includes(`name="${name}"`), name)
  }
})

test('nothing that comes from a request becomes markup of a page', (t) => {
  const pages = [
    renderLoginPage({
      requestToken: hostile,
      url: hostile,
      productName: hostile,
      error: 'mail_timeout',
      requestId: hostile,
      username: hostile,
    }),
    renderMailPageStart({ ...env, user: hostile, productName: hostile }),
    renderErrorPage({ status: 401, message: hostile, requestId: hostile, homePath: hostile }),
  ]

  for (const page of pages) t.false(page.includes('<script>alert'))
})

test('the sign-in form names its request where the server failed, not where the password did', (t) => {
  const [failed, refused] = (['mail_timeout', 'sign_in_failed'] as const).map((code) =>
    renderLoginPage({
      requestToken: 'a',
      url: '',
      productName: 'Postern',
      error: code,
      requestId: 'a39eb5f3',
    }),
  )

  t.true(failed?.includes('Reference: a39eb5f3'))
  t.true(failed?.includes('"requestId":"a39eb5f3"'))
  t.false(refused?.includes('a39eb5f3'))
})

test('the state block cannot be left by what it holds', (t) => {
  const html = renderMailPageStart({ ...env, user: '</script><b>' })

  t.true(html.includes('"user":"\\u003c/script\\u003e\\u003cb\\u003e"'))
})

test('a response that comes with the page can not leave its block', (t) => {
  const html = renderMailPageEnd([['?_action=list', '{"subject":"</script><b>"}']])

  t.true(html.includes('{"?_action=list":{"subject":"\\u003c/script\\u003e\\u003cb\\u003e"}}'))
})

test('pages hold no inline script, style or handler', (t) => {
  const pages = [
    renderLoginPage({ requestToken: 'a', url: '', productName: 'Postern' }),
    renderMailPageStart(env),
    renderErrorPage({ status: 503, message: 'Busy.', requestId: 'a39eb5f3', retryAfterSeconds: 5 }),
  ]

  for (const page of pages)
    t.notRegex(
      page,
      /<style|\sstyle=|\son\w+=|<script(?! type="application\/json"| type="module"(?: async blocking="render")? src=)/,
    )
})

test('pages name their files relative to the mount', (t) => {
  const html = renderMailPageStart(env, {
    script: 'postern/app-1.js',
    style: 'postern/app-1.css',
    preloads: ['postern/chunk-2.js'],
    messageFrames: defaultAssets.messageFrames,
    catalogues: { en: 'postern/en-3.js' },
  })

  t.true(html.includes('src="postern/app-1.js"'))
  t.true(html.includes('<link rel="modulepreload" href="postern/en-3.js">'))
  t.true(html.includes('<link rel="modulepreload" href="postern/chunk-2.js">'))
  t.notRegex(html, /(?:src|href)="\//)
})

test('an error page names the request for support', (t) => {
  const html = renderErrorPage({ status: 502, message: 'No answer.', requestId: 'a39eb5f3' })

  t.true(html.includes('a39eb5f3'))
})

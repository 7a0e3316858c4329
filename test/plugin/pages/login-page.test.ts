import test from 'ava'
import { languages } from '../../../plugin/language/language.ts'
import { renderLoginPage, signInError } from '../../../plugin/pages/login-page.ts'
import { refusalText } from '../../../plugin/texts/server-texts.ts'

test('a sign-in that no mail server answers promises no one that it is tried again', (t) => {
  for (const language of languages) {
    for (const code of ['mail_unavailable', 'mail_busy'] as const) {
      const { message, requestId } = signInError(code, { requestId: 'a39eb5f3', language })

      t.not(message, refusalText({ code, about: undefined }, language), language)
      t.is(requestId, 'a39eb5f3')
    }
  }
})

test('what the mail server said of a refused sign-in is on the form as text', (t) => {
  const html = renderLoginPage({
    requestToken: 'a',
    url: '',
    productName: 'Postern',
    error: 'sign_in_failed',
    serverText: 'Use <b>your browser</b>',
  })

  t.true(html.includes('Use &lt;b&gt;your browser&lt;/b&gt;'))
})

import test from 'ava'
import { renderLoginPage } from '../../../plugin/pages/login-page.ts'
import { directionOf, languageFor } from '../../../plugin/language/language.ts'

test('the first language of the browser that there is is taken, of any region', (t) => {
  t.is(languageFor(['tlh', 'de-AT', 'ar']), 'de')
  t.is(languageFor(['ar_SA']), 'ar')
  t.is(languageFor(['*', 'x', 'en-GB']), 'en')
  t.is(languageFor([]), 'en')
})

test('the sign-in page is in the language of its reader, with its direction', (t) => {
  const page = (language: 'ar' | 'de') =>
    renderLoginPage({
      ...{ requestToken: '', url: '', productName: 'Postern', error: 'sign_in_failed' },
      language,
    })

  t.regex(page('ar'), /<html lang="ar" dir="rtl">/)
  t.regex(page('de'), /<html lang="de" dir="ltr">/)
  t.regex(page('de'), /Anmeldung fehlgeschlagen/)
  t.is(directionOf('en'), 'ltr')
})

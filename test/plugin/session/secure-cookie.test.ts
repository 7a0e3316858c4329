import test from 'ava'
import { startPostern } from '../../support/postern/postern.ts'

test('behind TLS the session cookie is Secure and bound to the host', async (t) => {
  const postern = await startPostern({ t, config: { session: { secureCookie: true } } })

  const response = await fetch(postern.base())

  t.is(response.status, 200)
  const [cookie = ''] = response.headers.getSetCookie()
  t.regex(
    cookie,
    /^__Host-postern-1234567890=[0-9a-f]{32}; path=\/; samesite=lax; secure; httponly$/i,
  )
})

test('a sign-in over plain HTTP that can never work says so, to the user and in the log', async (t) => {
  const postern = await startPostern({ t, config: { session: { secureCookie: true } } })
  const form = await (await fetch(postern.base())).text()
  const token = /name="_token" value="([^"]+)"/.exec(form)?.[1] ?? ''
  const body = new URLSearchParams({ _task: 'login', _token: token, _user: 'a', _pass: 'b' })
  const signIn = (origin: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${postern.base()}?_task=login`, {
      method: 'POST',
      headers: { ...headers, Origin: origin },
      body,
    })

  // A browser keeps a Secure cookie of plain HTTP to itself.
  const response = await signIn(new URL(postern.url).origin)

  t.is(response.status, 403)
  t.regex(await response.text(), /opened without encryption.*https:\/\//)
  const [line] = await postern.output.waitFor(/^.*"refusal":"cookie_needs_tls".*$/m)
  t.regex(line, /"setting":"session\.secureCookie"/)
  t.regex(line, /plain HTTP/)
})

test('a form that is out of date is told as one, where the cookie comes along', async (t) => {
  const postern = await startPostern({ t, config: { session: { secureCookie: true } } })
  const cookie = `__Host-postern-1234567890=${'a'.repeat(32)}`

  const response = await fetch(`${postern.base()}?_task=login`, {
    method: 'POST',
    headers: { cookie, Origin: new URL(postern.url).origin },
    body: new URLSearchParams({ _task: 'login', _token: 'x', _user: 'a', _pass: 'b' }),
  })

  t.is(response.status, 403)
  t.regex(await response.text(), /could not be verified/)
})

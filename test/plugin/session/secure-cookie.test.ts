import test from 'ava'
import { startPostern } from '../../support/postern/postern.ts'

test('behind TLS the session cookie is Secure and bound to the host', async (t) => {
  const postern = await startPostern({ t, config: { session: { secureCookie: true } } })

  const answer = await fetch(postern.base())

  t.is(answer.status, 200)
  const [cookie = ''] = answer.headers.getSetCookie()
  t.regex(
    cookie,
    /^__Host-postern-1234567890=[0-9a-f]{32}; path=\/; samesite=lax; secure; httponly$/i,
  )
})

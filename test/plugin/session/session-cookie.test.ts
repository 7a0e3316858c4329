import test from 'ava'
import { startPostern, type Postern } from '../../support/postern/postern.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'

async function startBehindTls(t: Teardown, session = {}): Promise<Postern> {
  const config = { session: { secureCookie: true }, tuning: { session } }
  return startPostern({ t, config })
}

test('behind TLS the cookies of the oldest segments go', async (t) => {
  const postern = await startBehindTls(t, { perBrowser: 3 })
  const held = ['1111111111', '2222222222', '3333333333'].map(
    (digits) => `__Host-postern-${digits}=0123456789abcdef0123456789abcdef`,
  )

  const response = await fetch(postern.base('4444444444'), {
    headers: { cookie: `other=1; ${held.join('; ')}` },
  })

  const names = response.headers
    .getSetCookie()
    .map((cookie) => /^[^=]+=(?=;)|^[^=]+/.exec(cookie)?.[0])
  t.deepEqual(names, ['__Host-postern-4444444444', '__Host-postern-1111111111='])
})

test('who only looks whether someone is signed in gets no cookie', async (t) => {
  const postern = await startBehindTls(t)

  const response = await fetch(`${postern.base()}?_task=mail&_look=1`)

  t.is(response.status, 200)
  t.regex(await response.text(), /"task":"login"/)
  t.deepEqual(response.headers.getSetCookie(), [])
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { request } from 'undici'
import { createTestClock } from '../clock.ts'
import { startRecorder } from '../../proxy/upstream/recorder.ts'
import { cookieHeaderOf, robin, signIn, startSimulator } from './start-simulator.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('without a session the start address is the sign-in page', async (t) => {
  const { webmailUrl } = await startSimulator(t, {
    hint: { user: 'robin@example.test', password: 'try-postern' },
  })

  const { statusCode, headers, body } = await request(webmailUrl)
  const html = await body.text()

  t.is(statusCode, 200)
  t.is(headers['cache-control'], 'no-cache, no-store, must-revalidate, private')
  t.is(headers['content-type'], 'text/html; charset="utf-8"')
  t.regex(html, /action="\/login\/"/)
  t.regex(html, /try-postern/)
})

test('with a session the start address leads to its segment', async (t) => {
  const { webmailUrl } = await startSimulator(t)
  const { cookieHeader, segmentDigits } = await signIn(webmailUrl)

  const { statusCode, headers, body } = await request(webmailUrl, {
    headers: { cookie: cookieHeader },
  })

  t.is(statusCode, 307)
  t.is(headers['location'], `/cpsess${segmentDigits}/`)
  t.regex(await body.text(), /<META HTTP-EQUIV="refresh" CONTENT="2;URL=\/cpsess/)
})

test('the JSON sign-in answers where to go', async (t) => {
  const { webmailUrl } = await startSimulator(t)

  const response = await request(`${webmailUrl}/login/?login_only=1`, {
    method: 'POST',
    headers: form,
    body: new URLSearchParams({ user: robin.address, pass: robin.password }).toString(),
  })

  const text = await response.body.text()
  t.regex(
    text,
    /^\{"status":1,"redirect":"\/cpsess\d{10}\/webmail\/jupiter\/index\.html\?login=1&post_login=\d+","security_token":"\/cpsess\d{10}"\}$/,
  )
})

test('a failed JSON sign-in answers as the real one does', async (t) => {
  const { webmailUrl } = await startSimulator(t)

  const response = await request(`${webmailUrl}/login/?login_only=1`, {
    method: 'POST',
    headers: form,
    body: 'user=robin@example.test&pass=wrong',
  })

  t.is(response.statusCode, 401)
  t.is(response.headers['content-type'], 'text/plain; charset="utf-8"')
  t.is(await response.body.text(), '{"status":0,"message":"see_login_log"}')
  t.regex(cookieHeaderOf(response.headers['set-cookie']), /^webmailsession=%3a/)
})

test('the form sign-in keeps method and target, and appends its mark', async (t) => {
  const { webmailUrl } = await startSimulator(t)
  const fields = { user: robin.address, pass: robin.password }

  const plain = await signIn(webmailUrl, { ...fields, goto_uri: '/3rdparty/x/index.php' })
  const queried = await signIn(webmailUrl, { ...fields, goto_uri: '/3rdparty/x/?a=b' })
  const foreign = await signIn(webmailUrl, { ...fields, goto_uri: '//evil.test/' })
  const backslash = await signIn(webmailUrl, { ...fields, goto_uri: '/\\evil.test/' })

  t.regex(plain.location, /^\/cpsess\d{10}\/3rdparty\/x\/index\.php\?login=1&post_login=\d+$/)
  t.regex(queried.location, /^\/cpsess\d{10}\/3rdparty\/x\/\?a=b&login=1&post_login=\d+$/)
  t.regex(foreign.location, /^\/cpsess\d{10}\/\?login=1/)
  t.regex(backslash.location, /^\/cpsess\d{10}\/\?login=1/)
})

test('the dashboard lists what the yaml files register', async (t) => {
  const simulator = await startSimulator(t, {
    apps: [{ id: 'postern', displayName: 'Postern', backend: 'http://127.0.0.1:9' }],
  })
  await writeFile(
    join(simulator.appDirectory, 'webmail_snappy.yaml'),
    '---\nurl: /3rdparty/snappy/?RemoteAutoLogin\ndisplayname: "Snappy & Co"\n',
  )
  await writeFile(join(simulator.appDirectory, 'webmail_old.yaml~'), 'displayname: Old\n')
  const signedIn = await signIn(simulator.webmailUrl)

  const { body } = await request(`${simulator.webmailUrl}${signedIn.location}`, {
    headers: { cookie: signedIn.cookieHeader },
  })
  const html = await body.text()

  t.true(html.includes(`href="/cpsess${signedIn.segmentDigits}/3rdparty/postern/index.php"`))
  t.true(html.includes(`href="/cpsess${signedIn.segmentDigits}/3rdparty/snappy/?RemoteAutoLogin"`))
  t.true(html.includes('Snappy &amp; Co'))
  t.false(html.includes('Old'))
})

test('a segment that is missing or malformed is denied without a limit', async (t) => {
  const { webmailUrl, sessions } = await startSimulator(t)
  const { cookieHeader } = await signIn(webmailUrl)
  const paths = [
    '/webmail/',
    '/cpsess123/webmail/',
    '/cpsess12345678901/webmail/',
    '/cpsessabcdefghij/webmail/',
  ]

  for (const path of paths) {
    const { statusCode, statusText, body } = await request(`${webmailUrl}${path}`, {
      headers: { cookie: cookieHeader },
    })
    await body.dump()
    t.is(statusCode, 401)
    t.is(statusText, 'Token Denied')
  }

  t.is(sessions.all().find(({ user }) => user === robin.address)?.tokenDenied, paths.length)
})

test('the third wrong segment ends the session', async (t) => {
  const { webmailUrl, sessions } = await startSimulator(t)
  const { cookieHeader } = await signIn(webmailUrl)
  const remaining: number[] = []

  for (const digits of ['0000000001', '0000000002', '0000000003']) {
    const { body } = await request(`${webmailUrl}/cpsess${digits}/webmail/`, {
      headers: { cookie: cookieHeader },
    })
    await body.dump()
    remaining.push(sessions.all().filter(({ user }) => user === robin.address).length)
  }

  t.deepEqual(remaining, [1, 1, 0])
})

test('an API path without rights is refused in JSON', async (t) => {
  const { webmailUrl } = await startSimulator(t)

  const { statusCode, body } = await request(`${webmailUrl}/execute/Email/list_pops`)

  t.is(statusCode, 403)
  t.regex(await body.text(), /^\{"cpanelresult":\{"apiversion":"2","error":"Access denied"/)
})

test('another address meets the sign-in page under the strict rule', async (t) => {
  const { webmailUrl } = await startSimulator(t, { trustForwardedFor: true })
  const signedIn = await signIn(webmailUrl)

  const { statusCode, body } = await request(`${webmailUrl}${signedIn.location}`, {
    headers: { cookie: signedIn.cookieHeader, 'x-forwarded-for': '198.51.100.7' },
  })

  t.is(statusCode, 401)
  t.regex(await body.text(), /Your IP address has changed\. Please log in again/)
})

test('the loose rule lets a neighbour address pass, and disabled any', async (t) => {
  const loose = await startSimulator(t, { trustForwardedFor: true, cookieIpValidation: 'loose' })
  const off = await startSimulator(t, { trustForwardedFor: true, cookieIpValidation: 'disabled' })
  const status = async (url: string, address: string) => {
    const { cookieHeader, location } = await signIn(url)
    const response = await request(`${url}${location}`, {
      headers: { cookie: cookieHeader, 'x-forwarded-for': address },
    })
    await response.body.dump()
    return response.statusCode
  }

  t.is(await status(loose.webmailUrl, '127.0.0.200'), 200)
  t.is(await status(loose.webmailUrl, '198.51.100.7'), 401)
  t.is(await status(off.webmailUrl, '198.51.100.7'), 200)
})

test('every hit puts the idle end off', async (t) => {
  const clock = createTestClock(() => 1_000_000_000_000)
  const { webmailUrl, sessions } = await startSimulator(t, { clock })
  const { cookieHeader, location } = await signIn(webmailUrl)
  const hit = async () => {
    const response = await request(`${webmailUrl}${location}`, {
      headers: { cookie: cookieHeader },
    })
    await response.body.dump()
    return response.statusCode
  }

  clock.advance(899_999)
  const first = await hit()
  clock.advance(899_999)
  const second = await hit()
  clock.advance(900_000)
  const third = await hit()

  t.deepEqual([first, second, third], [200, 200, 401])
  t.false(sessions.all().some(({ user }) => user === robin.address))
})

test('an application gets the request with its body and cookies, and no forged identity', async (t) => {
  const backend = await startRecorder(t)
  const { webmailUrl } = await startSimulator(t, {
    apps: [{ id: 'postern', displayName: 'Postern', backend: backend.url }],
  })
  const target = '/cpsess0228251236/3rdparty/postern/index.php?_task=mail&_x=%2F'

  const { body } = await request(`${webmailUrl}${target}`, {
    method: 'POST',
    headers: {
      ...form,
      cookie: 'webmailsession=abc',
      remote_user: 'root',
      'x-forwarded-for': '198.51.100.7',
    },
    body: 'user=x',
  })

  t.is(await body.text(), 'recorded')
  const [seen] = backend.requests
  t.is(seen?.url, target)
  t.is(seen?.body, 'user=x')
  t.is(seen?.headers.cookie, 'webmailsession=abc')
  t.is(seen?.headers['remote_user'], undefined)
  t.is(seen?.headers['x-forwarded-for'], '127.0.0.1')
})

test('styles of an application are rewritten, and the new address leads back', async (t) => {
  const backend = await startRecorder(t, (_req, res) => {
    res.setHeader('content-type', 'text/css')
    res.end("a{b:url(/x.png)} c{d:url('/y.png')} e{f:url(z.png)} g{h:url(//cdn.test/q)}")
  })
  const { webmailUrl } = await startSimulator(t, {
    rewriteStyles: true,
    apps: [{ id: 'postern', displayName: 'Postern', backend: backend.url }],
  })
  const path = '/cpsess0228251236/3rdparty/postern/postern/app.css'

  const { body } = await request(`${webmailUrl}/cPanel_magic_revision_1${path}`)

  t.is(
    await body.text(),
    "a{b:url(/cPanel_magic_revision_1/x.png)} c{d:url('/cPanel_magic_revision_1/y.png')} e{f:url(z.png)} g{h:url(//cdn.test/q)}",
  )
  t.is(backend.requests[0]?.url, path)
})

test('an account opens its mailbox on the other listener without the password', async (t) => {
  const { cpanelUrl, webmailUrl } = await startSimulator(t)
  const owner = await signIn(cpanelUrl, { user: 'hosting', pass: 'account-password' })
  const page = await request(
    `${cpanelUrl}/cpsess${owner.segmentDigits}/frontend/jupiter/mail/webmailform.html?user=${robin.address}`,
    { headers: { cookie: owner.cookieHeader } },
  )
  const html = await page.body.text()
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? ''
  const session = /name="session" value="([^"]+)"/.exec(html)?.[1] ?? ''

  const entered = await request(action, {
    method: 'POST',
    headers: form,
    body: new URLSearchParams({ session, goto_uri: '/3rdparty/postern/index.php' }).toString(),
  })
  await entered.body.dump()

  t.true(action.startsWith(`${webmailUrl}/cpsess`))
  t.is(entered.statusCode, 307)
  t.regex(
    String(entered.headers['location']),
    /^\/cpsess\d{10}\/3rdparty\/postern\/index\.php\?login=1&post_login=/,
  )
  t.regex(cookieHeaderOf(entered.headers['set-cookie']), /CREATE_WEBMAIL_SESSION_FOR_MAIL_USER/)
})

test('the UAPI call makes a session for an own mailbox only', async (t) => {
  const { cpanelUrl } = await startSimulator(t)
  const owner = await signIn(cpanelUrl, { user: 'hosting', pass: 'account-password' })
  const call = async (login: string) => {
    const { body } = await request(
      `${cpanelUrl}/cpsess${owner.segmentDigits}/execute/Session/create_webmail_session_for_mail_user?login=${login}&domain=example.test`,
      { headers: { cookie: owner.cookieHeader } },
    )
    return body.text()
  }

  t.regex(
    await call('robin'),
    /"session":"robin%40example\.test%3a.*"token":"\/cpsess\d{10}".*"status":1/,
  )
  t.regex(await call('someone'), /"data":null,"errors":\["This account/)
})

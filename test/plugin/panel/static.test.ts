import test from 'ava'
import { withLocaleCookie } from '../../../plugin/panel/locale-cookie.ts'
import { createStaticPanel } from '../../../plugin/panel/static.ts'
import { evidence, neverAborted, testCookiePanelContract } from './adapter/contract.ts'

const COOKIE = 'robin%40example.test%3aAbCdEfGhIjKlMnOp'

const options = {
  open: false,
  sessions: [
    {
      segment: '0228251236',
      cookie: COOKIE,
      subject: 'robin@example.test',
      credential: { user: 'robin@example.test', password: 'secret' },
    },
    { segment: '1111111111', cookie: 'sales-0123456789abcdef' },
  ],
  cookies: ['cpsession', 'webmailsession'],
  hmacKey: Buffer.alloc(32, 1),
  isProduction: false,
}

testCookiePanelContract(test, 'static', async () => ({
  panel: createStaticPanel(options),
  signedIn: { cookieHeader: `webmailsession=${COOKIE}`, segmentDigits: '0228251236' },
  strangerCookie: 'webmailsession=nobody-0123456789abcdef',
  subject: 'robin@example.test',
}))

test('a session of the table hands over its credential', async (t) => {
  const panel = createStaticPanel(options)
  const verdict = await panel.verify(
    evidence({ cookieHeader: `cpsession=${COOKIE}`, segmentDigits: '0228251236' }),
    neverAborted,
  )
  if (verdict.kind !== 'principal') return t.fail(verdict.code)

  const credential = await panel.credential(verdict.principal, neverAborted)

  t.deepEqual(credential, { kind: 'panel', user: 'robin@example.test', password: 'secret' })
})

test('the language that a user chose at the panel is told by its cookie, and changes nothing else', async (t) => {
  const panel = withLocaleCookie(createStaticPanel(options), 'session_locale')
  const localeOf = async (cookie: string) => {
    const cookieHeader = `cpsession=${COOKIE}${cookie}`
    const verdict = await panel.verify(
      evidence({ cookieHeader, segmentDigits: '0228251236' }),
      neverAborted,
    )
    if (verdict.kind !== 'principal') return t.fail(verdict.code)
    const credential = await panel.credential(verdict.principal, neverAborted)
    return [verdict.principal.locale, credential.kind]
  }

  t.deepEqual(await localeOf('; session_locale=pt_br'), ['pt_br', 'panel'])
  t.deepEqual(await localeOf(''), [undefined, 'panel'])
  t.deepEqual(await localeOf('; session_locale=../x'), [undefined, 'panel'])
  t.deepEqual(await localeOf('; session_locale=de; session_locale=fr'), [undefined, 'panel'])
})

test('a session without a credential is requested one', async (t) => {
  const panel = createStaticPanel(options)
  const verdict = await panel.verify(
    evidence({ cookieHeader: 'cpsession=sales-0123456789abcdef', segmentDigits: '1111111111' }),
    neverAborted,
  )
  if (verdict.kind !== 'principal') return t.fail(verdict.code)

  t.deepEqual(await panel.credential(verdict.principal, neverAborted), { kind: 'prompt' })
})

test('an open panel accepts every segment without a cookie, each as a session of its own', async (t) => {
  const panel = createStaticPanel({ ...options, open: true })

  const one = await panel.verify(
    evidence({ cookieHeader: undefined, segmentDigits: '0000000001' }),
    neverAborted,
  )
  const two = await panel.verify(
    evidence({ cookieHeader: undefined, segmentDigits: '0000000002' }),
    neverAborted,
  )

  t.is(one.kind, 'principal')
  t.is(two.kind, 'principal')
  t.notDeepEqual(one, two)
})

test('an open panel is refused in production', (t) => {
  t.throws(() => createStaticPanel({ ...options, open: true, isProduction: true }), {
    message: /refused in production/,
  })
})

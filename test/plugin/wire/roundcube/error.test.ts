import test from 'ava'
import type { RefusalCode } from '../../../../plugin/http/refusal.ts'
import { refusalText } from '../../../../plugin/texts/server-texts.ts'
import { renderRoundcubeError } from '../../../../plugin/wire/roundcube/error.ts'
import { readResponse, seen } from './exchange.ts'

const MOUNT = '/cpsess1234567890/3rdparty/roundcube/'

function fail(code: RefusalCode, action = 'list', unlock?: string) {
  return renderRoundcubeError({ code, action, unlock, mount: MOUNT })
}

test('a request without a session is sent to the sign-in as seen', async (t) => {
  const expected = await seen('session-lost')

  const { status, body } = fail('not_signed_in', 'list', expected.unlock)

  t.is(status, 200)
  t.deepEqual(readResponse(body), expected)
})

test('a wrong token is 403 Invalid Request', (t) => {
  t.deepEqual(fail('token_mismatch'), {
    status: 403,
    type: 'text/html; charset=UTF-8',
    body: 'Invalid Request',
  })
})

for (const action of ['list', 'getunread', 'refresh']) {
  test(`an outage of the mail server is said by ${action} and is no empty mailbox`, (t) => {
    const response = readResponse(fail('mail_unavailable', action).body)

    t.deepEqual(response, {
      action,
      calls: [
        [
          'display_message',
          refusalText({ code: 'mail_unavailable', about: undefined }, 'en'),
          'error',
          0,
        ],
      ],
    })
  })
}

test('an ended panel session says why and leads to the sign-in', (t) => {
  const { calls } = readResponse(fail('session_expired').body)

  t.deepEqual(calls, [
    [
      'display_message',
      refusalText({ code: 'session_expired', about: undefined }, 'en'),
      'error',
      -1000,
    ],
    ['session_error', `${MOUNT}?_task=login&_err=session`],
  ])
})

test('a store that does not answer is 503 and not the sign-in', (t) => {
  const { status, body } = fail('store_unavailable')

  t.is(status, 503)
  t.false(body.includes('session_error'))
})

test('the words of the server that refused it are below ours, as text', (t) => {
  const serverText = '550 see <img src=x onerror=alert(1)>'

  const { body } = renderRoundcubeError({
    code: 'send_rejected',
    serverText,
    action: 'send',
    unlock: undefined,
    mount: MOUNT,
  })

  const shown = '550 see &lt;img src=x onerror=alert(1)&gt;'
  const message = `${refusalText({ code: 'send_rejected', about: undefined }, 'en')}<br>${shown}`
  t.deepEqual(readResponse(body).calls, [['display_message', message, 'error', 0]])
})

import test from 'ava'
import { pathInLog } from '../../../plugin/log/request-name.ts'

const MOUNT = '/cpsess0228251236/3rdparty/roundcube/index.php'
/** As it is logged. */
const LOGGED = '/cpsess0228xxxxxx/3rdparty/roundcube/index.php'

function nameOf(method: string, url: string, body: Readonly<Record<string, string>>) {
  const query = new URL(url, 'http://localhost').searchParams
  const posted = { task: body['_task'], action: body['_action'] }
  return pathInLog({ method, url, query, posted })
}

test('task and action of the body of a POST are in the path', (t) => {
  const body = { _task: 'mail', _action: 'refresh' }

  t.is(nameOf('POST', MOUNT, body), `${LOGGED}?_task=mail&_action=refresh`)
  t.is(nameOf('POST', `${MOUNT}?login=1`, body), `${LOGGED}?login=1&_task=mail&_action=refresh`)
})

test('what the query says of task and action is not said again', (t) => {
  const query = '?_task=mail&_action=refresh'
  const body = { _task: 'login', _action: 'login' }

  t.is(nameOf('POST', `${MOUNT}${query}`, body), `${LOGGED}${query}`)
})

test('a GET has the path it was sent with', (t) => {
  t.is(nameOf('GET', MOUNT, { _task: 'mail' }), LOGGED)
})

test('what is in a body cannot end the line or lengthen it', (t) => {
  const path = nameOf('POST', MOUNT, { _task: 'a b\n)', _action: 'x'.repeat(1_000) })

  t.regex(path, /^\S+\?_task=a\+b%0A%29&_action=x{32}$/)
})

test('segment and tokens are hidden where the log hides them', (t) => {
  const path = nameOf('POST', `${MOUNT}?_token=abc`, { _task: 'mail' })

  t.is(path, `${LOGGED}?_token=***&_task=mail`)
})

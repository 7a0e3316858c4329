import test from 'ava'
import { queryAfterSignIn, readLoginForm } from '../../../plugin/sign-in/login-form.ts'

function form(fields: Record<string, string>) {
  const values = new Map(Object.entries(fields))
  return readLoginForm({ get: (name) => values.get(name), files: [] })
}

test('the user name is trimmed and lower-cased, the password kept as typed', (t) => {
  t.deepEqual(form({ _user: ' Ada@Example.Test ', _pass: ' P ss ', _url: 'login=1' }), {
    username: 'ada@example.test',
    password: ' P ss ',
    pageQuery: 'login=1',
  })
})

for (const [what, fields] of Object.entries({
  'no user': { _pass: 'x' },
  'no password': { _user: 'a@b' },
  'a line end in the user': { _user: 'a@b\r\nx', _pass: 'x' },
  'a NUL in the password': { _user: 'a@b', _pass: 'x\0y' },
  'an over-long user': { _user: 'a'.repeat(255), _pass: 'x' },
  'an over-long password': { _user: 'a@b', _pass: 'x'.repeat(1_025) },
})) {
  test(`a form with ${what} carries no credential`, (t) => {
    t.is(form(fields), undefined)
  })
}

test('the parameters of the page come back with an underscore', (t) => {
  t.is(after('login=1&post_login=38056176108366'), '_task=mail&_login=1&_post_login=38056176108366')
})

test('a page query can neither lead elsewhere nor replace the task or the token', (t) => {
  t.is(after('task=logout&_task=x&token=y&url=//evil.test&_mbox=Sent'), '_task=mail&_mbox=Sent')
})

test('what a bookmark wants to be opened comes back', (t) => {
  const query = '_action=compose&_to=ada%40x.test&_subject=Tea+time'
  t.is(after(query), `_task=mail&${query}`)
})

test('a response for a program, or a part of a message, is no place to come back to', (t) => {
  t.is(after('_action=frame&_uid=7&_part=2'), '_task=mail&_uid=7')
})

test('a location stays short enough for the headers of a proxy', (t) => {
  const query = new URLSearchParams({ _action: 'compose', _body: 'x'.repeat(3_000), _to: 'a' })
  t.is(after(query.toString()), '_task=mail&_action=compose&_to=a')
})

function after(pageQuery: string): string {
  return queryAfterSignIn(pageQuery).toString()
}

import test from 'ava'
import { mayChangeSignIn } from '../../../../plugin/accelerator/sign-in/sign-in-changes.ts'
import {
  isSignInAddress,
  readSignInForm,
} from '../../../../plugin/accelerator/sign-in/sign-in-form.ts'

const plain = {
  ...{ _token: 'x'.repeat(32), _task: 'login', _action: 'login', _timezone: 'Europe/Berlin' },
  ...{ _url: '', _user: ' Anna@example.test', _pass: ' ü<&>"+ ' },
}
const query = new URLSearchParams('_task=login')
const read = (more: Readonly<Record<string, string>>) =>
  readSignInForm(query, new URLSearchParams({ ...plain, ...more }))

test('a plain form is read as it was typed', (t) => {
  t.deepEqual(read({}), {
    ...{ user: plain._user, password: plain._pass, token: plain._token },
    ...{ timeZone: 'Europe/Berlin', landing: '_task=mail' },
  })
  t.is(read({ _timezone: '_default_' })?.timeZone, undefined)
})

for (const [what, more] of [
  ['a field of a plugin', { _captcha: '1' }],
  ['a choice of servers', { _host: 'mail.example.test' }],
  ['a task of its own', { _task: 'mail' }],
  ['a control character', { _pass: 'a\u0000b' }],
  ['what was no UTF-8', { _pass: 'a\ufffdb' }],
  ['no user', { _user: '' }],
  ['a zone that is none', { _timezone: '<b>' }],
  ['a page that is not known', { _url: '_task=settings' }],
  ['a line break in its page', { _url: '_task=mail&_mbox=a\r\nb' }],
] as const) {
  test(`a form with ${what} is not understood`, (t) => {
    t.is(read(more), undefined)
  })
}

test('a field that comes twice is not understood', (t) => {
  const form = new URLSearchParams(plain)
  form.append('_user', 'other')

  t.is(readSignInForm(query, form), undefined)
})

test('a parameter in the address that is not known is not understood', (t) => {
  t.is(
    readSignInForm(new URLSearchParams('_task=login&_x=1'), new URLSearchParams(plain)),
    undefined,
  )
})

for (const [method, address, isForm, isChange] of [
  ['POST', '_task=login', true, false],
  ['POST', 'login=1&post_login=12', true, false],
  ['GET', '_task=login', false, false],
  ['POST', '_task=settings', false, true],
  ['POST', '_task=settings&_action=save-prefs', false, true],
  ['POST', '_task=utils&_action=save-pref', false, false],
  ['GET', '_task=settings&_action=plugin.second-factor', false, true],
  ['POST', '_task=mail&_action=mark', false, false],
] as const) {
  const change = isChange ? 'may change' : 'leaves'
  test(`${method} ?${address} is ${isForm ? 'the' : 'no'} form, and ${change} what a sign-in needs`, (t) => {
    t.is(isSignInAddress(method, new URLSearchParams(address)), isForm)
    t.is(mayChangeSignIn(method, new URLSearchParams(address)), isChange)
  })
}

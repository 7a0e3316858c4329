import type { Parameters } from '../actions/action.ts'

/** What a sign-in form was filled in with. */
export interface LoginForm {
  readonly username: string
  readonly password: string
  /** Query string of the page the form stood on, given back after the sign-in. */
  readonly pageQuery: string
}

const MAX_USERNAME_LENGTH = 254
const MAX_PASSWORD_LENGTH = 1_024
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/**
 * Reads Roundcube's field names (`_user`, `_pass`). Undefined when the request carries no usable
 * credential: empty, over-long or with control characters, none of which any mail server accepts.
 */
export function readLoginForm(parameters: Parameters): LoginForm | undefined {
  const username = parameters.get('_user')?.trim().toLowerCase() ?? ''
  const password = parameters.get('_pass') ?? ''
  if (username === '' || username.length > MAX_USERNAME_LENGTH || CONTROL.test(username)) {
    return undefined
  }
  if (password === '' || password.length > MAX_PASSWORD_LENGTH || password.includes('\0')) {
    return undefined
  }
  return { username, password, pageQuery: parameters.get('_url') ?? '' }
}

/**
 * Where a successful sign-in leads: the mail task, with the parameters of the page the form stood on
 * prefixed by an underscore as Roundcube does (wire.md 2), and the new token last.
 */
export function locationAfterSignIn(pageQuery: string, requestToken: string): string {
  const target = new URLSearchParams({ _task: 'mail' })
  for (const [name, value] of new URLSearchParams(pageQuery)) {
    const prefixed = name.startsWith('_') ? name : `_${name}`
    if (PASSED_ON.has(prefixed) && value.length <= 64) target.set(prefixed, value)
  }
  target.set('_token', requestToken)
  return `./?${target.toString()}`
}

/** Only these are passed on: the location must not be a place to put things. */
const PASSED_ON: ReadonlySet<string> = new Set(['_login', '_post_login', '_mbox', '_uid'])

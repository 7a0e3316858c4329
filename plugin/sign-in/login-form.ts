import type { Parameters } from '../http/body/parameters.ts'

/** What a sign-in form was filled in with. */
export interface LoginForm {
  readonly username: string
  readonly password: string
  /** Query string of the page the form stood on, returned after the sign-in. */
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
 * prefixed by an underscore as Roundcube does (plugin/docs/protocol.md, "Sign-in").
 */
export function queryAfterSignIn(pageQuery: string): URLSearchParams {
  const target = new URLSearchParams({ _task: 'mail' })
  for (const [name, value] of new URLSearchParams(pageQuery)) {
    const prefixed = name.startsWith('_') ? name : `_${name}`
    if (!FORWARDED_PARAMETERS.has(prefixed) || (prefixed === '_action' && !PAGES.has(value)))
      continue
    const longer = new URLSearchParams(target)
    longer.set(prefixed, value)
    if (longer.toString().length <= MAX_LOCATION_BYTES) target.set(prefixed, value)
  }
  return target
}

/** Only these are passed on, what a bookmark names: the location must not be a place to put things. */
const FORWARDED_PARAMETERS: ReadonlySet<string> = new Set([
  '_login',
  '_post_login',
  '_action',
  '_mbox',
  '_page',
  '_uid',
  '_draft_uid',
  '_forward_uid',
  '_reply_uid',
  '_all',
  '_to',
  '_cc',
  '_bcc',
  '_subject',
  '_body',
])

/** What `_action` may be: a place in the page, never a response for a program or a part of a message. */
const PAGES: ReadonlySet<string> = new Set(['list', 'show', 'preview', 'compose'])

/** A proxy in front takes all headers of a response within 4 kB by default (nginx). What does not fit stays behind. */
export const MAX_LOCATION_BYTES = 2_000

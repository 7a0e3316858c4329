/** Roundcube's sign-in form, filled in, with nothing in it that is not understood. */
export interface SignInForm {
  /** As it was typed. */
  readonly user: string
  readonly password: string
  readonly token: string
  /** Of the browser; undefined where it told none. */
  readonly timeZone: string | undefined
  /** The query of the page that Roundcube leads to, without its request token. */
  readonly landing: string
}

/** Whether an address is the one that Roundcube's sign-in form is sent to. */
export function isSignInAddress(method: string, query: URLSearchParams): boolean {
  if (method !== 'POST' || query.has('_action')) return false
  return query.has('_task') ? query.get('_task') === 'login' : query.get('login') === '1'
}

/** Reads the form; undefined when anything in it is not understood for sure, as a field of a plugin. */
export function readSignInForm(
  query: URLSearchParams,
  form: URLSearchParams,
): SignInForm | undefined {
  const isAddressPlain = [...query].every(([name, value]) => IN_THE_ADDRESS[name]?.test(value))
  const values = new Map(form)
  const isWhole = FIELDS.every((name) => values.has(name)) && [...form].length === FIELDS.length
  if (!isAddressPlain || !isWhole) return undefined
  const valueOf = (name: (typeof FIELDS)[number]) => values.get(name) ?? ''
  if (valueOf('_task') !== 'login' || valueOf('_action') !== 'login') return undefined
  const [user, password, timeZone] = [valueOf('_user'), valueOf('_pass'), valueOf('_timezone')]
  const isTyped = TYPED.test(user) && user.length <= MAX_USER_LENGTH
  if (!isTyped || !TYPED.test(password) || password.length > MAX_PASSWORD_LENGTH) return undefined
  const landing = landingOf(valueOf('_url'))
  if (landing === undefined || !TIME_ZONE.test(timeZone)) return undefined
  const hasTimeZone = timeZone !== '' && timeZone !== '_default_'
  return {
    ...{ user, password, token: valueOf('_token') },
    timeZone: hasTimeZone ? timeZone : undefined,
    landing,
  }
}

const FIELDS = ['_token', '_task', '_action', '_timezone', '_url', '_user', '_pass'] as const

/** What a panel appends, and the form's own address. */
const IN_THE_ADDRESS: Readonly<Partial<Record<string, RegExp>>> = {
  _task: /^login$/,
  login: /^1$/,
  post_login: /^\d{1,20}$/,
}

/** No control characters, and nothing that was no UTF-8. */
const TYPED = /^[^\u0000-\u001f\u007f-\u009f\ufffd]+$/
const MAX_USER_LENGTH = 254
const MAX_PASSWORD_LENGTH = 1_024
/** Roundcube keeps it as it comes. */
const TIME_ZONE = /^[A-Za-z0-9_+/-]{0,64}$/

/**
 * Where Roundcube leads, by the query of the page that the form stood on (seen with Roundcube 1.6): nowhere from pages of
 * the sign-in itself, back to a mailbox, and what a panel appended with an underscore before it.
 */
function landingOf(pageQuery: string): string | undefined {
  if (pageQuery === '' || /^_task=login(&_err=[a-z]{1,20})?$/.test(pageQuery)) return '_task=mail'
  const [, digits] = /^login=1&post_login=(\d{1,20})$/.exec(pageQuery) ?? []
  if (digits !== undefined) return `_task=mail&_login=1&_post_login=${digits}`
  return /^_task=mail&_mbox=[A-Za-z0-9._-]{1,200}$/.test(pageQuery) ? pageQuery : undefined
}

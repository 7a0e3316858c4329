import { z } from 'zod'
import {
  joinVariables,
  PhpFormatError,
  readNamedVariables,
  variableValues,
  withNamedVariables,
} from '../../../store/index.ts'
import { PLUGIN_VARIABLE } from '../session/roundcube-session.ts'

/** What is the same in all sessions of a user, as Roundcube began one of them. */
export interface SessionTemplate {
  /** All variables in Roundcube's order; those of one sign-in are null. */
  readonly vars: Buffer
  readonly userId: number
  readonly username: string
  readonly storageHost: string
}

/** What belongs to one sign-in alone. */
export interface SignInValues {
  /** As Roundcube's cipher seals it. */
  readonly password: string
  /** Unix seconds. */
  readonly loginTime: number
  readonly timeZone: string | undefined
  readonly authSecret: string
  readonly requestToken: string
}

/**
 * Reads a session that Roundcube has just started. undefined when it is not understood: a variable that is not known may be
 * of a plugin, e.g. of a second factor, which has to see each sign-in.
 */
export function readSignInSession(
  vars: Buffer,
): { readonly template: SessionTemplate; readonly values: SignInValues } | undefined {
  const { variables, all } = readBoth(vars) ?? {}
  if (variables === undefined || all === undefined) return undefined
  const template = new Map<string, Buffer>()
  for (const [name, value] of all) {
    // What the plugin hands over counts for one session; it will do so for the next one.
    if (name === PLUGIN_VARIABLE) continue
    if (!isKnown(name)) return undefined
    if (name === 'timezone') continue
    template.set(name, OF_ONE_SIGN_IN.has(name) ? NULL : value)
    // Whether it is there depends on the browser.
    if (name === 'login_time') template.set('timezone', NULL)
  }
  return {
    template: {
      vars: joinVariables(template),
      userId: Number(variables.user_id),
      username: variables.username,
      storageHost: variables.storage_host,
    },
    values: {
      password: variables.password,
      loginTime: variables.login_time,
      timeZone: variables.timezone,
      authSecret: variables.auth_secret,
      requestToken: variables.request_token,
    },
  }
}

/** The variables of a new session. Throws PhpFormatError for a template that is none. */
export function signInVariables(template: Buffer, values: SignInValues): Buffer {
  const { timeZone } = values
  const vars = withNamedVariables(template, {
    password: values.password,
    login_time: values.loginTime,
    ...(timeZone === undefined ? {} : { timezone: timeZone }),
    auth_secret: values.authSecret,
    request_token: values.requestToken,
  })
  if (timeZone !== undefined) return vars
  return joinVariables(new Map([...variableValues(vars)].filter(([name]) => name !== 'timezone')))
}

const text = z.string().min(1)

const schema = z.object({
  language: text,
  user_id: z
    .int()
    .min(1)
    .or(z.string().regex(/^[1-9]\d{0,15}$/)),
  username: text,
  storage_host: text,
  password: text,
  login_time: z.int().min(1),
  timezone: text.optional(),
  auth_secret: z.string().length(32),
  request_token: z.string().length(32),
})

const OF_ONE_SIGN_IN: ReadonlySet<string> = new Set([
  ...['password', 'login_time', 'auth_secret', 'request_token'],
])
const NULL = Buffer.from('N;')

/** Names that Roundcube 1.6 gives a session at the sign-in, beside what it has asked the mail server. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(schema.shape),
  ...['imap_namespace', 'imap_delimiter', 'imap_list_conf', 'storage_port', 'storage_ssl'],
])

function isKnown(name: string): boolean {
  return KNOWN.has(name) || /^STORAGE_[A-Z0-9=-]+$/.test(name)
}

function readBoth(vars: Buffer) {
  try {
    const read = schema.safeParse(readNamedVariables(vars, Object.keys(schema.shape)))
    return read.success ? { variables: read.data, all: variableValues(vars) } : undefined
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined
    throw error
  }
}

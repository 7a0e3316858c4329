import { z } from 'zod'
import {
  PhpFormatError,
  readNamedVariables,
  variableNames,
  type ForeignSession,
} from '../../../store/index.ts'
import { isRequestToken } from '../../session/request-token.ts'
import { isLoopback } from '../session/roundcube-session.ts'

/** What a form must fit, for Postern to answer it. */
interface FormRules {
  readonly token: string
  readonly clientIp: string
  /** Roundcube's session_lifetime. */
  readonly lifetimeMs: number
  /** Unix ms of the machine's clock, which PHP goes by. */
  readonly wall: number
}

/**
 * Whether a session is that of no one yet, which Roundcube began with its sign-in form, and the form's token is its own.
 * Variables that are not known may be a plugin's, which has something to say.
 */
export function checkFormSession(
  { vars, ip, changed }: ForeignSession,
  { token, clientIp, lifetimeMs, wall }: FormRules,
): 'right' | 'no_session' | 'not_understood' | 'wrong_token' {
  if (wall - changed * 1_000 >= lifetimeMs) return 'no_session'
  if (ip !== clientIp && !isLoopback(ip)) return 'no_session'
  const variables = variablesOf(vars)
  if (variables === undefined) return 'not_understood'
  return isRequestToken(variables.request_token, token) ? 'right' : 'wrong_token'
}

const schema = z.object({ temp: z.literal(true), request_token: z.string().length(32) })

/** All that Roundcube writes for a user at its form, also after a sign-out. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['temp', 'language', 'task', 'skin_config', 'request_token'],
])

function variablesOf(vars: Buffer) {
  try {
    if (!variableNames(vars).every((name) => KNOWN.has(name))) return undefined
    return schema.safeParse(readNamedVariables(vars, Object.keys(schema.shape))).data
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined
    throw error
  }
}

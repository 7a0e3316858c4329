import type { Action } from '../../actions/index.ts'
import { mailboxName } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'

/** What contracts call a mailbox: its name comes in one form, which depends on whose mail server it is. */
const MAILBOX_FIELDS: ReadonlySet<string> = new Set(['mailbox', 'parent', 'path', 'target'])

/**
 * The input of an action as JSON, by its contract; `inboxPrefix` as in `mailboxName`. Throws Refusal('input_invalid'),
 * which names the field and why.
 */
export function decodeJson(
  { input }: Pick<Action, 'input'>,
  text: string,
  inboxPrefix?: string,
): unknown {
  const read = input.safeParse(parsed(text, inboxPrefix))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  throw new Refusal('input_invalid', { field: { path, problem: issue?.message ?? '' } })
}

function parsed(text: string, inboxPrefix: string | undefined): unknown {
  const inOneForm = (key: string, value: unknown): unknown =>
    typeof value === 'string' && MAILBOX_FIELDS.has(key) ? mailboxName(value, inboxPrefix) : value
  try {
    return JSON.parse(text, inboxPrefix === undefined ? undefined : inOneForm)
  } catch (cause) {
    throw new Refusal('input_invalid', { cause, field: { path: '', problem: 'Not JSON' } })
  }
}

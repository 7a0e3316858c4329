import type { Action } from '../../actions/index.ts'
import { Refusal } from '../../http/refusal.ts'

/** The input of an action as JSON, by its contract. Throws Refusal('input_invalid'), which names the field and why. */
export function decodeJson({ input }: Pick<Action, 'input'>, text: string): unknown {
  const read = input.safeParse(parsed(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  throw new Refusal('input_invalid', { field: { path, problem: issue?.message ?? '' } })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Refusal('input_invalid', { cause, field: { path: '', problem: 'Not JSON' } })
  }
}

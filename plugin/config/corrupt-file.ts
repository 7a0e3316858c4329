import type { z } from 'zod'

/**
 * A file that Postern itself wrote cannot be used any more. The message names the file, what is wrong with
 * it and what to do, and nothing of its content, which may be secret.
 */
export class CorruptFile extends Error {
  override readonly name = 'CorruptFile'
  readonly path: string
  /** Path and fault, without what to do. */
  readonly seen: string
  readonly remedy: string

  constructor(path: string, fault: string, remedy: string, options?: ErrorOptions) {
    const seen = `${path} ${fault}`
    super(`${seen}: ${remedy}`, options)
    this.path = path
    this.seen = seen
    this.remedy = remedy
  }
}

/** The content of a JSON file of our own. Throws CorruptFile. */
export function parseOwnFile<Schema extends z.ZodType>(
  schema: Schema,
  { path, text, remedy }: { readonly path: string; readonly text: string; readonly remedy: string },
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(path, text, remedy))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const location = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  const fault = `is not as Postern wrote it (${location}${issue?.message ?? 'another form'})`
  throw new CorruptFile(path, fault, remedy)
}

/** The words of the parser are left out: they quote the text. */
function parseJson(path: string, text: string, remedy: string): unknown {
  const value = jsonOf(text)
  if (value !== undefined) return value
  throw new CorruptFile(path, text.trim() === '' ? 'is empty' : 'is not JSON', remedy)
}

/** The value of a JSON text; undefined, which no JSON says and no schema takes, when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a JSON value is an object, by its keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

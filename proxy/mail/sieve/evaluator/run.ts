import { toBytes, type EvaluatedMessage, type EvaluationContext } from './message.ts'
import type { Outcome } from './outcome.ts'
import type { Program } from './program.ts'
import { bodyPartsOf, type BodyPart } from './values/body-parts.ts'
import { parseHeaderFields, type HeaderField } from './values/header-fields.ts'
import { decodeCharacters, expandVariables, type Variables } from './variables.ts'
import { flagsOf } from './flags.ts'
import type { CompiledPatterns } from './match/patterns.ts'

/** What the scripts that run on one message share. */
export interface MessageRun {
  readonly message: EvaluatedMessage
  readonly context: EvaluationContext
  readonly outcome: Outcome
  readonly patterns: CompiledPatterns
  /** Fields as `addheader` and `deleteheader` leave them. */
  readonly fields: HeaderField[]
  /** How much larger they have made the message. */
  editedBytes: number
  /** Whether a field was deleted. */
  isFieldDeleted: boolean
  /** The body as it is, read once; undefined where it was not. */
  readonly rawBody: () => string | undefined
  /** Read once; undefined where the body was not. */
  readonly parts: () => readonly BodyPart[] | undefined
  /** Flags that `keep` and `fileinto` take where they name none (RFC 5232 2). */
  flags: readonly string[]
  readonly globals: Map<string, string>
  /** Scripts that were included so far, and how many times anything was. */
  readonly includedOnce: Set<string>
  includes: number
}

/** One script that runs on it. */
export interface ScriptRun {
  readonly shared: MessageRun
  readonly program: Program
  readonly variables: Variables
  readonly depth: number
}

/** Starts with a message that no script has seen. */
export function createMessageRun(
  parts: Pick<MessageRun, 'message' | 'context' | 'outcome' | 'patterns'>,
): MessageRun {
  const { header, body, size, flags } = parts.message
  let read: readonly BodyPart[] | undefined
  let raw: string | undefined
  const run: MessageRun = {
    ...parts,
    fields: parseHeaderFields(header),
    parts: () => {
      if (body !== undefined) read ??= bodyPartsOf(header, body)
      return read
    },
    // Pigeonhole 0.5.19 skips the header twice where a field was deleted before the body is read for the first time.
    rawBody: () => {
      if (body === undefined) return undefined
      raw ??= body.toString('latin1', run.isFieldDeleted ? size - body.length : 0)
      return raw
    },
    flags: flagsOf(flags),
    editedBytes: 0,
    isFieldDeleted: false,
    globals: new Map(),
    includedOnce: new Set(),
    includes: 0,
  }
  return run
}

/** A string of the script as bytes, with what its extensions put into it. */
export function expand({ program, variables }: ScriptRun, text: string): string {
  const bytes = toBytes(text)
  const decoded = program.required.has('encoded-character') ? decodeCharacters(bytes) : bytes
  return program.required.has('variables') ? expandVariables(decoded, variables) : decoded
}

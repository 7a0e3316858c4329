import type { z } from 'zod'
import type { FileResult, SharedResults } from '../result/result.ts'
import type { Contexts } from './contexts.ts'

/**
 * One mail action and all that is known of it. From it follow the table, the decoding of the native wire, the check of
 * what goes out, the published schema, the types of the page's client and the row in plugin/docs/protocol.md.
 */
export interface Contract<
  Name extends string = string,
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Context extends keyof Contexts = keyof Contexts,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType | 'file' = z.ZodType | 'file',
> {
  /** `_action` in the address of a request. */
  readonly name: Name
  /** What changes anything is a POST: the check of the request token meets every POST and nothing else. */
  readonly method: Method
  /** For plugin/docs/protocol.md. */
  readonly about: string
  /** What it may use. It knows neither cookies nor dialects (plugin/wire). */
  readonly context: Context
  /** What the native wire takes, as JSON, and makes of it. */
  readonly input: Input
  /** What it answers, as JSON with a `kind`; `file`: bytes or a document. */
  readonly output: Output
  /** True for what takes files, as a form in several parts. */
  readonly takesFiles?: true
  /** True for what may take the mail server as long as a search may. */
  isSearch?(input: z.output<Input>): boolean
  /** True for what no caller waits for: it is not done while others wait for the mail server. Only a reading. */
  isAhead?(input: z.output<Input>): boolean
  run(input: z.output<Input>, context: Contexts[Context]): Promise<ResultOf<Output>>
}

/** What an action answers: values as they stand in JSON, but for what each wire makes its own shape of. */
export type ResultOf<Output> = Output extends z.ZodType
  ? Response<z.output<Output>>
  : Output extends 'file'
    ? FileResult
    : never

type Response<Value> = Value extends { readonly kind: infer Kind }
  ? Kind extends keyof SharedResults
    ? SharedResults[Kind]
    : DeepReadonly<Value>
  : never

/** The same value, which no one changes. */
export type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }

/** Gives a contract its types. */
export function defineAction<
  const Name extends string,
  const Method extends 'GET' | 'POST',
  const Context extends keyof Contexts,
  Input extends z.ZodType,
  const Output extends z.ZodType | 'file',
  // Of its own, so that the words of a response keep their types.
  const Result extends ResultOf<Output>,
>(
  contract: Omit<Contract<Name, Method, Context, Input, Output>, 'run'> & {
    run(input: z.output<Input>, context: Contexts[Context]): Promise<Result>
  },
): Contract<Name, Method, Context, Input, Output> {
  return contract
}

import { z } from 'zod'
import { actions } from '../../actions/index.ts'
import { retryAfter } from '../../actions/contract/output.ts'

/** What a refused or failed request is answered. */
export const nativeError = z.strictObject({
  kind: z.literal('error'),
  code: z.string().describe('A code of plugin/http/refusal.ts'),
  message: z.string().describe('Plain words for the mailbox owner'),
  retry: z
    .boolean()
    .describe('The same request may succeed soon: the page keeps its state and tries again'),
  retryAfterSeconds: retryAfter,
  requestId: z.string(),
  about: z
    .string()
    .exactOptional()
    .describe(
      'What of the request is refused, as the owner wrote it: such as one of the addresses',
    ),
  field: z
    .strictObject({
      path: z.string().describe('Where in the input, as `contact.emails.0.address`'),
      problem: z.string(),
    })
    .exactOptional()
    .describe('Of `input_invalid`: which field of the input, and why'),
})

/** The wire as published, in JSON Schema 2020-12: what each action takes and answers, by its name. */
export function nativeJsonSchema(): unknown {
  const all = [...actions.values()]
  const inputs = all.map(({ name, input }) => [name, input] as const)
  const answers = all.flatMap(({ name, output }) =>
    output === 'file' ? [] : [[name, output] as const],
  )
  return {
    title: 'Actions of Postern, version 2',
    inputs: z.toJSONSchema(z.strictObject(Object.fromEntries(inputs)), {
      io: 'input',
      reused: 'ref',
    }),
    answers: z.toJSONSchema(z.strictObject(Object.fromEntries(answers)), { reused: 'ref' }),
    error: z.toJSONSchema(nativeError),
  }
}

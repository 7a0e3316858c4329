import { z } from 'zod'
import { FilterFault } from '../../../proxy/mail/index.ts'
import type { DeepReadonly } from '../contract/contract.ts'
import { address, count, uid, uidValidity } from '../contract/output.ts'
import type { Examined } from './examine.ts'

/** What every call says of the messages it looked at. */
export const examinedFields = {
  mailbox: z.string(),
  uidValidity,
  total: count.describe('Messages of the mailbox'),
  examined: count.describe('Messages of this call'),
  met: count.describe('Of those, messages that the filter meets'),
  failed: count.describe('Messages at which the script ends in an error, and which stay'),
  undecided: count.describe('Messages of which nothing can be said, and which stay'),
  undecidedBy: z
    .string()
    .nullable()
    .describe('What of the filter is the reason: `envelope`, `spamtest`; null where there is none'),
  next: uid.nullable().describe('`below` of the next call; null: this was the end of the mailbox'),
}

export function examinedOutput({ uidValidity: of, met, undecidedBy, next, ...rest }: Examined) {
  return {
    ...rest,
    uidValidity: of.toString(),
    met: met.length,
    undecidedBy: undecidedBy ?? null,
    next: next ?? null,
  }
}

const flags = z.strictObject({ add: z.array(z.string()), remove: z.array(z.string()) })

/** What happens to one message. */
export const trialAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keep'), flags }),
  z.strictObject({ kind: z.literal('file'), mailbox: z.string(), flags }),
  z.strictObject({ kind: z.literal('forward'), address: z.string() }),
  z.strictObject({ kind: z.literal('reject') }),
  z.strictObject({ kind: z.literal('answer') }),
])

export const trialHit = z.strictObject({
  uid,
  subject: z.string(),
  from: z.array(address),
  date: z.number().describe('Unix ms'),
  actions: z.array(trialAction).describe('None: it is deleted'),
})

/** A filter that can not be tried. */
export const filterFault = z.strictObject({
  kind: z.literal('filter-fault'),
  code: z
    .string()
    .describe('As for a script that is not accepted; `too_complex`: it takes too long to be tried'),
  subject: z.string().describe('The word of the script, or the name of the rule'),
  line: count.nullable(),
  column: count.nullable(),
})

/** The answer of an action, or what is wrong with its filter. */
export async function orFilterFault<Result>(
  run: () => Promise<Result>,
): Promise<Result | DeepReadonly<z.output<typeof filterFault>>> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof FilterFault)) throw error
    const { code, subject, position } = error.fault
    const place = { line: position?.line ?? null, column: position?.column ?? null }
    return { kind: 'filter-fault', code, subject, ...place }
  }
}

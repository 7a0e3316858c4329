import { z } from 'zod'
import { isMessageMissing, type MessageRow, type TrialAction } from '../../../proxy/mail/index.ts'
import type { TrialContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { addressesOutput } from '../contract/row.ts'
import { examine, type Examined } from './examine.ts'
import { examinedFields, examinedOutput, filterFault, orFilterFault, trialHit } from './output.ts'
import { trialInput } from './trial-input.ts'

/** Rows of one answer. */
const MAX_HITS = 50

/** Changes nothing. Throws MailFault. */
export const filterTrial = defineAction({
  name: 'filter-trial',
  // What is tried may be longer than an address.
  method: 'POST',
  about:
    'says what a rule or a script would do with mail that is there, newest first; a whole mailbox takes several calls, each of which ends after two seconds',
  context: 'trial',
  input: trialInput,
  output: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('filter-trial'),
      ...examinedFields,
      hits: z.array(trialHit).describe(`The newest ${MAX_HITS} that the filter meets`),
    }),
    filterFault,
  ]),
  run: (input, context) =>
    orFilterFault(async () => {
      const examined = await examine(input, context)
      const hits = await hitsOf(examined, context)
      return { kind: 'filter-trial', ...examinedOutput(examined), hits } as const
    }),
})

async function hitsOf({ met, mailbox, uidValidity }: Examined, context: TrialContext) {
  const shown = met.slice(0, MAX_HITS)
  const { account, signal } = context
  const options = { signal, uidValidity }
  const rowsOf = (uids: readonly number[]) => account.rows(mailbox, uids, options)
  const uids = shown.map(({ uid }) => uid)
  const rows = await rowsOf(uids).catch(async (error: unknown) => {
    if (!isMessageMissing(error)) throw error
    const missing = await account.missingUids(mailbox, uids.map(asRange), options)
    const isThere = (uid: number) => !missing.some(([from, to]) => from <= uid && uid <= to)
    return rowsOf(uids.filter(isThere))
  })
  const rowByUid = new Map(rows.map((row) => [row.summary.uid, row]))
  return shown.flatMap(({ uid, actions }) => {
    const row = rowByUid.get(uid)
    return row === undefined ? [] : [hitOf(row, actions)]
  })
}

function asRange(uid: number) {
  return [uid, uid] as const
}

function hitOf({ summary }: MessageRow, actions: readonly TrialAction[]) {
  const { uid, subject, from, date } = summary
  return { uid, subject, from: addressesOutput(from), date, actions: actions.map(actionOutput) }
}

function actionOutput(action: TrialAction) {
  switch (action.kind) {
    case 'store': {
      const { mailbox, flags } = action
      return action.isKeep
        ? ({ kind: 'keep', flags } as const)
        : ({ kind: 'file', mailbox, flags } as const)
    }
    case 'redirect':
      return { kind: 'forward', address: action.address } as const
    case 'reject':
      return { kind: 'reject' } as const
    case 'vacation':
      return { kind: 'answer' } as const
  }
}

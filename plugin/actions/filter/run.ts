import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { count } from '../contract/output.ts'
import { findSpecialMailbox } from '../folder/special-mailbox.ts'
import { applyChanges, type Applied } from './apply.ts'
import { examine } from './examine.ts'
import { examinedFields, examinedOutput, filterFault, orFilterFault } from './output.ts'
import { planChanges } from './plan.ts'
import { trialInput } from './trial-input.ts'
import { refusedChange, undoStepOutput } from './undo.ts'

/** Sends nothing: what would be forwarded, refused or answered is left out, and said. */
export const filterRun = defineAction({
  name: 'filter-run',
  method: 'POST',
  about:
    'does what a rule or a script would have done to mail that is there, as far as that can be undone: nothing is sent, and what is deleted goes to the trash; a whole mailbox takes several calls',
  context: 'trial',
  input: trialInput,
  output: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('filter-run'),
      ...examinedFields,
      marked: count.describe('Messages whose flags were changed'),
      copied: count,
      moved: count.describe('Those that went to the trash among them'),
      leftOut: z
        .strictObject({
          forwards: count,
          refusals: count,
          answers: count,
          deletions: count.describe('Messages that were to be deleted where no trash is'),
        })
        .describe('What was not done, in messages'),
      refused: z.array(refusedChange),
      undo: z.array(undoStepOutput).describe('For `filter-undo`'),
      isUndoWhole: z
        .boolean()
        .describe('False where the mail server did not tell what became of some messages'),
    }),
    filterFault,
  ]),
  run: (input, context) =>
    orFilterFault(async () => {
      const examined = await examine(input, context)
      const { mailbox, uidValidity, met } = examined
      const isDeleting = met.some(({ actions }) => actions.length === 0)
      const trash = isDeleting ? await findSpecialMailbox('trash', context) : undefined
      const { changes, leftOut } = planChanges(met, { mailbox, trash })
      const applied = await applyChanges(changes, { mailbox, uidValidity }, context)
      return {
        kind: 'filter-run',
        ...examinedOutput(examined),
        leftOut,
        ...appliedOutput(applied),
      } as const
    }),
})

function appliedOutput({ undo, ...rest }: Applied) {
  return {
    ...rest,
    undo: undo.map(({ uidValidity, ...step }) => ({
      ...step,
      uidValidity: uidValidity.toString(),
    })),
  }
}

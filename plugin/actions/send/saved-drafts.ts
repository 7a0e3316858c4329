import { z } from 'zod'
import { savesInput } from '../compose/send-input.ts'
import { defineAction } from '../contract/contract.ts'
import { messageName } from '../contract/output.ts'
import { nameOutput } from '../contract/row.ts'
import { savedDrafts as findSavedDrafts } from './file-copy.ts'

export const savedDrafts = defineAction({
  name: 'saved-drafts',
  method: 'GET',
  about: 'where saves that were never answered have stored a draft, so that it can be discarded',
  context: 'writing',
  input: z.strictObject({ saves: savesInput.min(1) }),
  output: z.strictObject({ kind: z.literal('saved-drafts'), drafts: z.array(messageName) }),
  async run({ saves }, context) {
    const drafts = await findSavedDrafts(saves, context)
    return { kind: 'saved-drafts', drafts: drafts.map(nameOutput) }
  },
})

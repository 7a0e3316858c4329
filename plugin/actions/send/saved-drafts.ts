import { z } from 'zod'
import { composeId, messageId, savesInput } from '../compose/send-input.ts'
import { defineAction } from '../contract/contract.ts'
import { messageName } from '../contract/output.ts'
import { nameOutput } from '../contract/row.ts'
import { findNewestVersion } from './draft-version.ts'
import { savedDrafts as findSavedDrafts } from './file-copy.ts'

export const savedDrafts = defineAction({
  name: 'saved-drafts',
  method: 'GET',
  about:
    'where saves that were never answered have stored a draft, so that it can be discarded, and where the newest version of a draft is',
  context: 'writing',
  input: z.strictObject({
    saves: savesInput.default([]),
    composeId: composeId.optional(),
    messageId: messageId.optional(),
  }),
  output: z.strictObject({
    kind: z.literal('saved-drafts'),
    drafts: z.array(messageName),
    newest: messageName
      .nullable()
      .describe('The newest version with this `composeId` or `messageId`; null: none is stored'),
  }),
  async run({ saves, ...identity }, context) {
    const drafts = await findSavedDrafts(saves, context)
    const newest = await findNewestVersion(identity, context)
    return {
      kind: 'saved-drafts',
      drafts: drafts.map(nameOutput),
      newest: newest === undefined ? null : nameOutput(newest),
    }
  },
})

import type { Action } from '../contract/action.ts'
import { savedDrafts as findSavedDrafts } from './file-copy.ts'

/** What the page asks about: saves of one draft that it never heard of. */
export interface SavedDraftsInput {
  readonly saves: readonly string[]
}

/** mail/saved-drafts: what saves without an answer have stored in Drafts, so that it can be discarded. */
export const savedDrafts: Action<SavedDraftsInput> = {
  method: 'GET',
  async run({ saves }, context) {
    return { kind: 'saved-drafts', drafts: await findSavedDrafts(saves, context) }
  },
}

import { DirectoryUnavailable } from '../../contacts/directory/unavailable.ts'
import type { DirectoryAnswer } from '../../contacts/directory/directory.ts'
import type { Action } from '../contract/action.ts'

/** Whom to look for in the directory of the company. */
export interface DirectoryInput {
  readonly search: string
  /** For an address that is being typed: few people, and soon. */
  readonly isCompletion: boolean
}

/** What fits under a field of addresses. */
const SUGGESTED = 8

/** mail/directory: people of the company's directory. That it does not answer is told, and fails nothing. */
export const directory: Action<DirectoryInput> = {
  method: 'GET',
  async run({ search, isCompletion }, { directory: people }) {
    if (people === undefined) return noAnswer(true)
    try {
      const answer = isCompletion
        ? await people.complete(search, SUGGESTED)
        : await people.search(search)
      return { kind: 'directory', ...answer, isAvailable: true }
    } catch (error) {
      if (!(error instanceof DirectoryUnavailable)) throw error
      return noAnswer(false)
    }
  },
}

function noAnswer(isAvailable: boolean) {
  const none: DirectoryAnswer = { people: [], isCut: false }
  return { kind: 'directory', ...none, isAvailable } as const
}

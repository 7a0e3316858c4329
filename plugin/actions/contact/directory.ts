import { z } from 'zod'
import { DirectoryUnavailable } from '../../contacts/directory/unavailable.ts'
import { defineAction } from '../contract/contract.ts'
import { searchText } from './input.ts'
import { contactFields } from './output.ts'

/** What fits under a field of addresses. */
const SUGGESTED = 8

export const directory = defineAction({
  name: 'directory',
  method: 'GET',
  about: "people of the company's directory; that it does not answer is told, and fails nothing",
  context: 'contacts',
  input: z.strictObject({
    search: searchText,
    isCompletion: z.boolean().describe('For an address that is being typed: few people, and soon'),
  }),
  output: z.strictObject({
    kind: z.literal('directory'),
    people: z.array(z.strictObject({ id: z.string(), contact: contactFields })),
    isCut: z.boolean().describe('More people match'),
    isAvailable: z.boolean().describe('False: the directory does not answer just now'),
  }),
  async run({ search, isCompletion }, { directory: people }) {
    if (people === undefined) return noResponse(true)
    try {
      const response = isCompletion
        ? await people.complete(search, SUGGESTED)
        : await people.search(search)
      return { kind: 'directory', ...response, isAvailable: true }
    } catch (error) {
      if (!(error instanceof DirectoryUnavailable)) throw error
      return noResponse(false)
    }
  },
})

function noResponse(isAvailable: boolean) {
  return { kind: 'directory', people: [], isCut: false, isAvailable } as const
}

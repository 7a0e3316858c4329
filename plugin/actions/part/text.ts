import { z } from 'zod'
import { decodeText } from '../../../proxy/mail/index.ts'
import { defineAction } from '../contract/contract.ts'
import { charsetInput, namedMessage, sectionInput } from '../contract/input.ts'
import { uidOptions } from '../input/named-messages.ts'
import { readBeginning } from './read-beginning.ts'

/** Of a part that is read as text; who wants the rest saves the file. */
const MAX_TEXT_BYTES = 1024 * 1024

/** Answers text as data, which a page shows as such, whatever the part is. */
export const partText = defineAction({
  name: 'part-text',
  method: 'GET',
  about: 'the beginning of a part, read as text in its charset, as `show` reads a body',
  context: 'reading',
  input: namedMessage.extend({
    partId: sectionInput,
    charset: charsetInput.describe('What it is read in, where the person chose'),
  }),
  output: z.strictObject({
    kind: z.literal('part-text'),
    text: z.string(),
    isCut: z.boolean().describe('The part goes on'),
  }),
  async run({ partId, charset, ...named }, context) {
    const { mailbox, uid } = named
    const part = await context.account.part(mailbox, uid, partId, uidOptions(named, context))
    const { beginning, close } = await readBeginning(part.stream, MAX_TEXT_BYTES + 1)
    await close()
    const isCut = beginning.length > MAX_TEXT_BYTES
    const bytes = beginning.subarray(0, MAX_TEXT_BYTES)
    return { kind: 'part-text', text: decodeText(bytes, charset ?? part.charset), isCut }
  },
})

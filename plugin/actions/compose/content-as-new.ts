import type { Message } from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { readableText } from '../part/readable-text.ts'
import { partsBeside } from '../part/listed-parts.ts'
import { partOutput } from '../contract/row.ts'
import { passedName } from '../part/archive-names.ts'
import { wholeMarkup } from './formatted.ts'
import { quotableText, type ReaderLocale } from './quoting.ts'
import type { OfferedPart } from './whole-messages.ts'

interface ContentAsNew {
  readonly text: string
  readonly html: string | null
  readonly isCut: boolean
  readonly attachments: readonly OfferedPart[]
}

/** What a message holds, to be written on as a message of its own: its text with its looks, and its files. */
export async function contentAsNew(
  message: Message,
  reader: ReaderLocale | undefined,
  context: ReadingContext,
): Promise<ContentAsNew> {
  const markup = await wholeMarkup(message, context)
  const inText = new Set(markup?.images.map(({ part }) => part))
  const texts = await readableText(message, context)
  return {
    text: quotableText(texts, reader),
    html: markup?.html ?? null,
    isCut: texts.isCut || message.partsLeftOut > 0,
    attachments: partsBeside(message, inText).map((part) =>
      partOutput({ ...part, filename: passedName(part) }),
    ),
  }
}

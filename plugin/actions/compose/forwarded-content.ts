import type { Message } from '../../../proxy/mail/index.ts'
import type { ActionContext } from '../contract/action.ts'
import { isReadInPart, originalHtml, originalText } from './forwarded-original.ts'
import { partsBeside } from '../part/listed-parts.ts'
import type { NamedMessage } from '../input/named-messages.ts'
import { forwardedText } from './quoting.ts'
import type { ReaderLocale } from './quoting.ts'
import { readableText } from '../part/readable-text.ts'
import type { ComposeResult } from '../result/result.ts'
import { forwardedImages } from '../part/shown-images.ts'
import { offeredRow } from './whole-messages.ts'

interface ForwardInput extends NamedMessage {
  readonly mode: 'forward' | 'draft'
  readonly reader: ReaderLocale | undefined
}

/**
 * What a forward or a stored draft begins with. The HTML of a forwarded message stays as it is; where there
 * is none, everything goes along as text. A message that was only read in part goes along as a file.
 */
export async function forwardedContent(
  input: ForwardInput,
  message: Message,
  context: ActionContext,
): Promise<Pick<ComposeResult, 'text' | 'original' | 'attachments'>> {
  if (originalHtml(message, input) === undefined) {
    const text = await readableText(message, context)
    return {
      text: input.mode === 'draft' ? text : forwardedText(message.row.summary, text, input.reader),
      original: undefined,
      attachments:
        input.mode === 'forward' && isReadInPart(message)
          ? [offeredRow(message.row)]
          : partsBeside(message, new Set()),
    }
  }
  const images = await forwardedImages(message, context)
  return {
    text: input.mode === 'draft' ? (message.text ?? '') : '',
    original: { text: await originalText(message, input, context) },
    attachments: partsBeside(message, new Set(images.map(({ part }) => part))),
  }
}

import { BodyTooLarge, type Message } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { escapeHtml } from '../../http/escape.ts'
import { wordsOf } from '../../words/words.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import { originalHtml } from '../compose/forwarded-original.ts'
import { uidOptions, type NamedMessage } from '../input/named-messages.ts'
import type { FrameResult } from '../result/result.ts'
import { inlineImages, shownImages } from '../part/shown-images.ts'

interface FrameInput extends NamedMessage {
  /** Where every sender is one whose images the owner trusts, or a contact as well. */
  readonly showRemoteContent: boolean | 'from-trusted' | 'from-contacts'
  readonly isPrinted: boolean
  /** Of a draft only the message it forwards. */
  readonly isOriginal: boolean
}

/**
 * mail/frame: the HTML body as a document for the sandboxed frame; remote images only where that is asked for.
 * Printed any body, for a frame that the page puts a heading into and prints.
 */
export const frame: Action<FrameInput> = {
  method: 'GET',
  async run({ showRemoteContent: wanted, isPrinted, isOriginal, ...named }, context) {
    const { mailbox, uid } = named
    const { account, renderer, signal } = context
    const options = { ...uidOptions(named, context), isContentOnly: true }
    const message = await account.message(mailbox, uid, options)
    const { text } = message
    const html = isOriginal ? originalHtml(message, DRAFT) : message.html
    if (html === undefined && isPrinted) return plainFrame(text ?? '', PRINTED_PLAIN_POLICY)
    if (html === undefined) throw new Refusal('not_found')
    try {
      const showRemoteContent =
        typeof wanted === 'boolean' ? wanted : await isFromKnown(wanted, message, context)
      const images = await shownImages(message, context)
      const shown = await inlineImages(mailbox, message, images, context)
      const request = { html, base: message.htmlBase, ...shown, showRemoteContent, isPrinted }
      const { html: document, policy } = await renderer.frame(request, signal)
      return { kind: 'frame', html: document, policy }
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error
      const { tooHeavy } = wordsOf(await context.language()).frame
      const policy = isPrinted ? PRINTED_PLAIN_POLICY : PLAIN_POLICY
      return plainFrame(text ?? (await renderer.textOf(html, signal)), policy, tooHeavy)
    }
  },
}

/** A sender can be forged: whoever chose this takes that for little, as the settings say. */
async function isFromKnown(
  wanted: 'from-trusted' | 'from-contacts',
  { row }: Pick<Message, 'row'>,
  { contacts, settings }: ActionContext,
): Promise<boolean> {
  const { from } = row.summary
  const { preferences } = await settings.read()
  const trusted = new Set(preferences.trustedSenders)
  const byAddress = wanted === 'from-contacts' ? (await contacts.index()).byAddress : undefined
  const isKnown = (address: string) => trusted.has(address) || byAddress?.has(address) === true
  return from.length > 0 && from.every(({ address }) => isKnown(address.toLowerCase()))
}

const DRAFT = { mode: 'draft', reader: undefined } as const

/** Nothing at all may load or run in a document of plain text. */
const PLAIN_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"
const PRINTED_PLAIN_POLICY = `${PLAIN_POLICY} allow-modals; style-src 'unsafe-inline'`

/** What is shown of a body that is too large to be made harmless: its words, below `notice`, which the page finds by its name. */
function plainFrame(text: string, policy: string, notice?: string): FrameResult {
  const [name, words] =
    notice === undefined
      ? ['', '']
      : [
          '<meta name="postern-notice" content="too-heavy">',
          `<p><em>${escapeHtml(notice)}</em></p>`,
        ]
  const html = `<!doctype html><html><head><meta charset="utf-8">${name}</head><body>${words}<pre>${escapeHtml(text)}</pre></body></html>`
  return { kind: 'frame', html, policy }
}

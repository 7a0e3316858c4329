import { z } from 'zod'
import { BodyTooLarge } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { escapeHtml } from '../../http/escape.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { defineAction } from '../contract/contract.ts'
import { namedMessage } from '../contract/input.ts'
import { originalHtml } from '../compose/forwarded-original.ts'
import { uidOptions } from '../input/named-messages.ts'
import type { FrameResult } from '../result/result.ts'
import { inlineImages, shownImages } from '../part/shown-images.ts'

/** Our page shows messages without it: it makes them safe itself. */
export const frame = defineAction({
  name: 'frame',
  method: 'GET',
  about: 'the HTML body as a harmless document, with the policy that jails it',
  context: 'reading',
  input: namedMessage.extend({
    showRemoteContent: z.boolean().default(false),
    isOriginal: z.boolean().describe('Of a draft only the message it forwards').default(false),
  }),
  output: 'file',
  async run({ showRemoteContent, isOriginal, ...named }, context) {
    const { mailbox, uid } = named
    const { account, renderer, signal } = context
    const options = { ...uidOptions(named, context), isContentOnly: true }
    const message = await account.message(mailbox, uid, options)
    const { text } = message
    const html = isOriginal ? originalHtml(message, DRAFT) : message.html
    if (html === undefined) throw new Refusal('not_found')
    try {
      const images = await shownImages(message, context)
      const inlined = await inlineImages(mailbox, message, images, context)
      const request = { html, base: message.htmlBase, inlineImages: inlined, showRemoteContent }
      const { html: document, policy } = await renderer.frame(request, signal)
      return { kind: 'frame', html: document, policy }
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error
      const { tooHeavy } = serverTexts(await context.language()).frame
      return plainFrame(text ?? (await renderer.textOf(html, signal)), tooHeavy)
    }
  },
})

const DRAFT = { mode: 'draft', reader: undefined } as const

/** Nothing at all may load or run in a document of plain text. */
const PLAIN_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

/** What is shown of a body that is too large to be made harmless: its words, below `notice`. */
function plainFrame(text: string, notice: string): FrameResult {
  const html = `<!doctype html><html><head><meta charset="utf-8"></head><body><p><em>${escapeHtml(notice)}</em></p><pre>${escapeHtml(text)}</pre></body></html>`
  return { kind: 'frame', html, policy: PLAIN_POLICY }
}

import type { Address, Message } from '../../../proxy/mail/index.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import { listedAtOnce, listedParts } from '../part/listed-parts.ts'
import { uidOptions, type NamedMessage } from '../input/named-messages.ts'
import { readableText } from '../part/readable-text.ts'
import { askedReceipt } from './asked-receipt.ts'
import type { HtmlBody, MessageResult } from '../result/result.ts'

interface ShowInput extends NamedMessage {
  /** What it is read in, where the person chose. */
  readonly charset?: string | undefined
  readonly isUnrendered: boolean
}

/**
 * mail/show: a message opened for reading. Does not mark it read; the page says so once it is on show.
 * Unrendered, the HTML body goes along as data: whoever asked for it makes it safe where it is shown.
 */
export const show: Action<ShowInput> = {
  method: 'GET',
  async run({ isUnrendered, charset, ...named }, context) {
    const { mailbox, uid } = named
    const message = await context.account.message(mailbox, uid, {
      ...uidOptions(named, context),
      charset,
    })
    const { uidValidity, row, replyTo, bcc, html, partsLeftOut } = message
    return {
      kind: 'message',
      mailbox,
      uidValidity,
      row,
      replyTo,
      bcc,
      ...(isUnrendered ? await unrendered(message, context) : await rendered(message, context)),
      hasHtml: html !== undefined,
      hasRemoteContent: html !== undefined && REMOTE.test(html),
      partsLeftOut,
      receipt: await askedReceipt(named, message, context),
    }
  },
}

type RenderedFields = Pick<
  MessageResult,
  'text' | 'isTextMissing' | 'isTruncated' | 'attachments' | 'html'
>

async function rendered(message: Message, context: ActionContext): Promise<RenderedFields> {
  const { text, isCut } = await readableText(message, context)
  return {
    text,
    isTextMissing: false,
    isTruncated: message.isTruncated || isCut,
    attachments: await listedParts(message, context),
  }
}

async function unrendered(message: Message, context: ActionContext): Promise<RenderedFields> {
  const { text, html, isTruncated } = message
  return {
    text: text ?? '',
    isTextMissing: text === undefined && html !== undefined,
    isTruncated,
    attachments: listedAtOnce(message, context.limits),
    html: html === undefined ? undefined : await htmlBody(html, message, context),
  }
}

async function htmlBody(
  content: string,
  { htmlBase: base, row }: Message,
  context: ActionContext,
): Promise<HtmlBody> {
  return { content, base, isFromContact: await isFromContact(row.summary.from, context) }
}

/** Where contacts make no difference nobody looks for them. A sender can be forged, as the settings say. */
async function isFromContact(
  from: readonly Address[],
  { contacts, settings }: ActionContext,
): Promise<boolean> {
  const { preferences } = await settings.read()
  if (preferences.remoteImages !== 'contacts' || from.length === 0) return false
  const { byAddress } = await contacts.index()
  return from.every(({ address }) => byAddress.has(address.toLowerCase()))
}

/**
 * A guess that never misses what a frame could load: it only decides whether the page offers to show
 * remote images. What the frame may load is decided by its policy.
 */
const REMOTE =
  /(?:src|srcset|background|poster)\s{0,9}=\s{0,9}["']?\s{0,9}(?:https?:)?\/\/|url\(\s{0,9}["']?\s{0,9}(?:https?:)?\/\//i

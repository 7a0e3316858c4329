import { z } from 'zod'
import type { Address, Message, UnsubscribeWay } from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import { charsetInput, namedMessage } from '../contract/input.ts'
import { address, count, part, row, uidValidity } from '../contract/output.ts'
import { addressesOutput, partOutput, rowOutput } from '../contract/row.ts'
import { listedAtOnce, listedParts } from '../part/listed-parts.ts'
import { uidOptions } from '../input/named-messages.ts'
import { readableText } from '../part/readable-text.ts'
import { offeredWays } from './offered-ways.ts'
import { senderTrust, senderTrustOutput } from './sender-trust.ts'
import { requestedReceipt } from './requested-receipt.ts'

const input = namedMessage.extend({
  isUnrendered: z
    .boolean()
    .describe(
      'The HTML body goes along as data: whoever asks for it makes it safe where it is shown',
    )
    .default(false),
  charset: charsetInput.describe('What it is read in, where the person chose'),
  isAhead: z.boolean().describe('Nobody waits for it: 204 while others wait').default(false),
})

const output = z.strictObject({
  kind: z.literal('message'),
  mailbox: z.string(),
  uidValidity,
  row,
  replyTo: z.array(address),
  bcc: z.array(address),
  text: z.string().describe('Made from the HTML when there is no other'),
  isTextMissing: z
    .literal(true)
    .exactOptional()
    .describe('Only unrendered: there is only HTML, and text is empty'),
  hasHtml: z.boolean().describe('`frame` serves the HTML body for a sandboxed frame'),
  hasRemoteContent: z.boolean().describe('The frame shows more with images of other servers'),
  html: z
    .strictObject({
      content: z.string(),
      base: z.string().nullable().describe('What addresses in it are relative to; absolute'),
      isFromContact: z
        .boolean()
        .describe('Images of other servers may be shown, as the owner has set it for contacts'),
    })
    .nullable()
    .describe(
      'Only unrendered: the HTML body as its sender wrote it, never to be shown but sanitized and in a sandbox',
    ),
  isTruncated: z.boolean(),
  partsLeftOut: count.describe(
    'Parts that are not listed, as there are too many; the message saved as a file has them',
  ),
  receipt: z
    .strictObject({
      to: z.array(address),
      isToAsk: z
        .boolean()
        .describe('The message came from another address: somebody has to be asked'),
    })
    .nullable()
    .describe('The receipt that is asked for; `receipt` answers it; null: none, or it was'),
  trust: senderTrustOutput.describe('What is known of the sender'),
  unsubscribe: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('post'),
          host: z.string().describe('`unsubscribe` sends the POST there'),
        }),
        z.strictObject({ kind: z.literal('page'), url: z.string().describe('https') }),
        z.strictObject({
          kind: z.literal('mail'),
          to: z.string(),
          subject: z.string(),
          body: z.string(),
        }),
      ]),
    )
    .describe('How the list that sent it can be left, the first way first (RFC 2369, RFC 8058)'),
  attachments: z
    .array(
      part.extend({
        imageNames: z
          .array(z.string())
          .exactOptional()
          .describe('Only unrendered: an image whose source is one of these names is this part'),
        isCalendar: z
          .literal(true)
          .exactOptional()
          .describe('Only unrendered: `invitation` may know the event in it'),
      }),
    )
    .describe('What the HTML body does not show; unrendered also what it may show'),
})

type MessageOutput = ResultOf<typeof output>

/** Does not mark it read; the page says so once it is on show. */
export const show = defineAction({
  name: 'show',
  method: 'GET',
  about: 'a message opened for reading',
  context: 'reading',
  input,
  output,
  isAhead: ({ isAhead }) => isAhead,
  async run({ isUnrendered, charset, ...named }, context) {
    const { mailbox, uid } = named
    const message = await context.account.message(mailbox, uid, {
      ...uidOptions(named, context),
      charset,
    })
    const { uidValidity, row, replyTo, bcc, html, partsLeftOut } = message
    const receipt = await requestedReceipt(named, message, context)
    return {
      kind: 'message',
      mailbox,
      uidValidity: uidValidity.toString(),
      row: rowOutput(row),
      replyTo: addressesOutput(replyTo),
      bcc: addressesOutput(bcc),
      ...(isUnrendered ? await unrendered(message, context) : await rendered(message, context)),
      hasHtml: html !== undefined,
      hasRemoteContent: html !== undefined && REMOTE.test(html),
      partsLeftOut,
      trust: await senderTrust(message, context),
      unsubscribe: (await offeredWays(named, message, context)).map(wayOutput),
      receipt: receipt === undefined ? null : { ...receipt, to: addressesOutput(receipt.to) },
    }
  },
})

function wayOutput(way: UnsubscribeWay): MessageOutput['unsubscribe'][number] {
  return way.kind === 'post' ? { kind: 'post', host: new URL(way.url).host } : way
}

type RenderedFields = Pick<
  MessageOutput,
  'text' | 'isTextMissing' | 'isTruncated' | 'attachments' | 'html'
>

async function rendered(message: Message, context: ReadingContext): Promise<RenderedFields> {
  const { text, isCut } = await readableText(message, context)
  return {
    text,
    isTruncated: message.isTruncated || isCut,
    attachments: (await listedParts(message, context)).map(partOutput),
    html: null,
  }
}

async function unrendered(message: Message, context: ReadingContext): Promise<RenderedFields> {
  const { text, html, isTruncated } = message
  return {
    text: text ?? '',
    ...(text === undefined && html !== undefined ? { isTextMissing: true } : {}),
    isTruncated,
    attachments: listedAtOnce(message, context.limits).map(
      ({ part: listed, imageNames, isCalendar }) => ({
        ...partOutput(listed),
        ...(imageNames === undefined ? {} : { imageNames }),
        ...(isCalendar ? { isCalendar } : {}),
      }),
    ),
    html: html === undefined ? null : await htmlBody(html, message, context),
  }
}

async function htmlBody(
  content: string,
  { htmlBase: base, row }: Message,
  context: ReadingContext,
): Promise<NonNullable<MessageOutput['html']>> {
  return {
    content,
    base: base ?? null,
    isFromContact: await isFromContact(row.summary.from, context),
  }
}

/** Where contacts make no difference no one looks for them. A sender can be forged, as the settings say. */
async function isFromContact(
  from: readonly Address[],
  { contacts, settings }: ReadingContext,
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

import type { Action } from './action.ts'
import { listedParts } from './listed-parts.ts'
import { namedMessage, uidOptions, type NamedMessage } from './named-messages.ts'
import { readableText } from './readable-text.ts'

/** mail/show: a message opened for reading. Does not mark it read; the page says so once it is on show. */
export const show: Action<NamedMessage> = {
  task: 'mail',
  name: 'show',
  method: 'GET',
  parse: (parameters) => namedMessage(parameters),
  async run(named, context) {
    const { mailbox, uid } = named
    const message = await context.account.message(mailbox, uid, uidOptions(named, context))
    const { uidValidity, row, replyTo, bcc, html, isTruncated } = message
    return {
      kind: 'message',
      mailbox,
      uidValidity,
      row,
      replyTo,
      bcc,
      text: await readableText(message, context),
      hasHtml: html !== undefined,
      hasRemoteContent: html !== undefined && REMOTE.test(html),
      isTruncated,
      attachments: await listedParts(message, context),
    }
  },
}

/**
 * A guess that never misses what a frame could load: it only decides whether the page offers to show
 * remote images. What the frame may load is decided by its policy.
 */
const REMOTE =
  /(?:src|srcset|background|poster)\s{0,9}=\s{0,9}["']?\s{0,9}(?:https?:)?\/\/|url\(\s{0,9}["']?\s{0,9}(?:https?:)?\/\//i

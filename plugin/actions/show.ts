import type { Action } from './action.ts'
import { mailboxName, uidOf } from './parameters.ts'
import { readableText } from './readable-text.ts'

interface ShowInput {
  readonly mailbox: string
  readonly uid: number
}

/** mail/show: a message opened for reading. Does not mark it read; the page says so once it is on show. */
export const show: Action<ShowInput> = {
  task: 'mail',
  name: 'show',
  method: 'GET',
  parse: (parameters) => ({ mailbox: mailboxName(parameters, '_mbox'), uid: uidOf(parameters) }),
  async run({ mailbox, uid }, context) {
    const { account, signal } = context
    const message = await account.message(mailbox, uid, { signal })
    const { row, replyTo, bcc, html, isTruncated, attachments } = message
    return {
      kind: 'message',
      mailbox,
      row,
      replyTo,
      bcc,
      text: await readableText(message, context),
      hasHtml: html !== undefined,
      hasRemoteContent: html !== undefined && REMOTE.test(html),
      isTruncated,
      attachments,
    }
  },
}

/**
 * A guess that never misses what a frame could load: it only decides whether the page offers to show
 * remote images. What the frame may load is decided by its policy.
 */
const REMOTE =
  /(?:src|srcset|background|poster)\s{0,9}=\s{0,9}["']?\s{0,9}(?:https?:)?\/\/|url\(\s{0,9}["']?\s{0,9}(?:https?:)?\/\//i

import type { MessageName } from './mailbox.ts'
import { type MailboxName, mailboxName } from './mailbox-name.ts'

/** What a draft replies to or forwards, so that the message is marked when the draft is sent some day. */
export interface DraftOrigin extends MessageName {
  readonly mode: 'reply' | 'reply-all' | 'forward'
}

/** What a draft of another program answers or forwards, as its header tells it. */
export interface NamedOrigin {
  readonly mode: DraftOrigin['mode']
  readonly messageId: string
  /** Where it was when the draft was stored; undefined: the header does not say. */
  readonly mailbox: MailboxName | undefined
}

/** The field of a stored draft; a message that is sent never has it. */
export const DRAFT_ORIGIN_FIELD = 'X-Postern-Draft-Of'

/** The origin as a field body: ASCII that can be folded, whatever the mailbox is called. */
export function formatDraftOrigin({ mode, mailbox, uidValidity, uid }: DraftOrigin): string {
  const pieces =
    Buffer.from(mailbox)
      .toString('base64url')
      .match(/.{1,64}/g) ?? []
  return `${mode}; uid=${uid}; uidvalidity=${uidValidity}; mailbox=${pieces.join(' ')}`
}

/** The origin in the header fields of a draft; undefined when there is none, or none of ours. */
export function parseDraftOrigin(header: string): DraftOrigin | undefined {
  const [, mode, uid, uidValidity, mailbox] =
    /^x-postern-draft-of:\s*(reply|reply-all|forward);\s+uid=(\d{1,10});\s+uidvalidity=(\d{1,20});\s+mailbox=([\w-]+(?: [\w-]+){0,100})\s*$/im.exec(
      header.replaceAll(/\r\n[ \t]+/g, ' '),
    ) ?? []
  if (mode !== 'reply' && mode !== 'reply-all' && mode !== 'forward') return undefined
  if (uid === undefined || uidValidity === undefined || mailbox === undefined) return undefined
  return {
    mode,
    mailbox: mailboxName(Buffer.from(mailbox, 'base64url').toString()),
    uidValidity: BigInt(uidValidity),
    uid: Number(uid),
  }
}

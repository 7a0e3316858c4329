import type { NamedOrigin } from '../model/draft-origin.ts'
import { decodeModifiedUtf7, mailboxName, type MailboxName } from '../model/mailbox-name.ts'
import { messageIdsOf } from '../model/message-ids.ts'
import { fieldValues } from '../mime/header/header-field.ts'

/** What other programs note in a draft; Postern sends none of these fields. */
export interface ForeignDraft {
  readonly origin: NamedOrigin | undefined
  readonly requestsReceipt: boolean
  readonly reportsDelivery: boolean
}

/** Of Roundcube (`draftinfo_encode` of rcmail_sendmail.php) and Thunderbird (mimedrft.cpp). */
export const FOREIGN_DRAFT_FIELDS = [
  'X-DRAFT-INFO',
  'X-MOZILLA-DRAFT-INFO',
  'X-FORWARDED-MESSAGE-ID',
] as const

/** Reads them, and what is answered from In-Reply-To, which every program writes. */
export function parseForeignDraft(header: string, inReplyTo: string | undefined): ForeignDraft {
  const [roundcube = '', thunderbird = '', forwarded = ''] = FOREIGN_DRAFT_FIELDS.map(
    (name) => fieldValues(header, name)[0],
  )
  const info = parameters(`${roundcube};${thunderbird}`)
  const mailbox = folderOf(info.get('folder'))
  return {
    origin: namedOrigin('forward', forwarded, mailbox) ?? namedOrigin('reply', inReplyTo, mailbox),
    requestsReceipt: Number(info.get('receipt')) > 0,
    reportsDelivery: info.get('dsn') === '1' || info.get('dsn') === 'on',
  }
}

function namedOrigin(
  mode: NamedOrigin['mode'],
  named: string | undefined,
  mailbox: MailboxName | undefined,
): NamedOrigin | undefined {
  const [messageId] = messageIdsOf([named ?? ''])
  return messageId === undefined ? undefined : { mode, messageId, mailbox }
}

function parameters(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/(?:^|;)\s*([a-z]+)=([^;\s]*)/gi)
  return new Map([...pairs].map(([, name = '', value = '']) => [name.toLowerCase(), value]))
}

/** Roundcube writes what has other than plain characters, and every folder, in base64 behind a mark. */
function folderOf(value: string | undefined): MailboxName | undefined {
  if (value === undefined || value === '') return undefined
  const encoded = /^B::([A-Za-z0-9+/=]+)$/.exec(value)?.[1]
  const name = encoded === undefined ? value : Buffer.from(encoded, 'base64').toString()
  return mailboxName(decodeModifiedUtf7(name))
}

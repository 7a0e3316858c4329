import type { InputOf } from '../../../plugin/actions/index.ts'
import type { ListInput } from '../../../plugin/actions/contract/list-input.ts'
import type { RefreshInput } from '../../../plugin/actions/list/refresh.ts'
import type { SendInput } from '../../../plugin/actions/compose/send-input.ts'
import type { NamedMessage, NamedMessages } from '../../../plugin/actions/input/named-messages.ts'
import { mailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

// Inputs of mail actions; what is not said is plain.

/** The first page of INBOX. */
export function listInput(changes: Partial<ListInput> = {}): ListInput {
  return {
    mailbox: 'INBOX',
    page: 1,
    sort: undefined,
    search: undefined,
    isThreaded: false,
    isListingWanted: false,
    ...changes,
  }
}

/** A refresh of three messages on the first page of INBOX. */
export function refreshInput(changes: Partial<RefreshInput> = {}): RefreshInput {
  return {
    list: listInput(),
    uids: [3, 2, 1],
    state: '',
    isCounting: true,
    selected: [],
    ...changes,
  }
}

/** One message of a client that does not say from which UIDVALIDITY it has it. */
export function oneMessage(mailbox: string, uid: number): NamedMessage {
  return { mailbox: mailboxName(mailbox), uid, uidValidity: undefined }
}

/** As `oneMessage`, for an action. */
export function someMessages(mailbox: string, ...uids: readonly number[]): NamedMessages {
  return { mailbox: mailboxName(mailbox), uids, uidValidity: undefined }
}

/** A frame of a message as it is read. */
export function frameInput(changes: Partial<InputOf<'frame'>> = {}): InputOf<'frame'> {
  return {
    ...oneMessage('INBOX', 3),
    showRemoteContent: false,
    isOriginal: false,
    ...changes,
  }
}

/** A message as it is opened for reading. */
export function showInput(changes: Partial<InputOf<'show'>> = {}): InputOf<'show'> {
  return {
    ...oneMessage('INBOX', 3),
    isUnrendered: false,
    charset: undefined,
    isAhead: false,
    ...changes,
  }
}

/** A new message to one user. */
export function sendInput(changes: Partial<SendInput> = {}): SendInput {
  return {
    composeId: 'compose-1',
    isDraft: false,
    saveId: undefined,
    unansweredSaves: [],
    isAgain: false,
    isCopyOnly: false,
    identity: undefined,
    requestsReceipt: false,
    reportsDelivery: false,
    priority: 3,
    to: 'Bea <bea@example.org>',
    cc: '',
    bcc: '',
    subject: 'Hello',
    text: 'Text',
    html: undefined,
    inReplyTo: undefined,
    references: [],
    mode: 'new',
    source: undefined,
    isSeparate: false,
    origin: undefined,
    hasOriginal: false,
    reader: undefined,
    keptParts: [],
    uploads: [],
    files: [],
    ...changes,
  }
}

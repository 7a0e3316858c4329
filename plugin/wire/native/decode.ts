import type { MailboxPlace } from '../../../proxy/mail/index.ts'
import type { ActionName, InputOf } from '../../actions/index.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { Refusal } from '../../http/refusal.ts'
import {
  chosenCharset,
  isOn,
  isSection,
  namedMailbox,
  namedMessage,
  namedMessages,
  oneOf,
  optionalMailboxName,
  pageNumber,
  requiredMailboxName,
  singleLine,
} from '../fields.ts'
import { contactDecoders } from './decode-contact.ts'
import { composeInput, savedDraftsInput, sendInput } from './decode-compose.ts'
import {
  endedSessions,
  identityId,
  addedPasskey,
  factorEnd,
  factorProof,
  identityInput,
  namedPasskey,
  passwordInput,
  preferenceChanges,
  presentPassword,
  templateId,
  templateInput,
} from './decode-settings.ts'
import { listInput, refreshInput, searchInput, uidsInput } from './decode-list.ts'

/** How a dialect reads the input of each action. All throw Refusal('input_invalid') for what can not be understood. */
export type Decoders = {
  readonly [Name in ActionName]: (parameters: Parameters) => InputOf<Name>
}

const USES = ['drafts', 'sent', 'junk', 'trash', 'archive'] as const
/** RFC 9051 sets no bound; file systems end at 255 bytes, and names grow in modified UTF-7. */
const MAX_NAME_CHARS = 100

/** More rows than a screen shows. */
const MAX_PREVIEWS = 100

/** Our page names everything itself, mailboxes in UTF-8, and asks for the list after an act when it wants one. */
export const nativeDecoders: Decoders = {
  ...contactDecoders,
  attachments: (parameters) => namedMessage(parameters),
  'begin-passkey': presentPassword,
  'begin-second-factor': presentPassword,
  'change-password': passwordInput,
  'check-recent': (parameters) => refreshInput(parameters, listInput),
  compose: composeInput,
  'confirm-passkey': addedPasskey,
  'confirm-second-factor': factorProof,
  copy: transferInput,
  'create-folder': folderPlace,
  'create-special-folder': (parameters) => oneOf(parameters, '_use', USES),
  delete: (parameters) => ({
    ...namedMessages(parameters),
    forGood: isOn(parameters, '_forever') ? 'always' : 'never',
    isPageWanted: false,
  }),
  'delete-identity': identityId,
  'delete-template': templateId,
  'delete-folder': (parameters) => ({
    path: requiredMailboxName(parameters, '_mbox'),
    isForGood: isOn(parameters, '_forever'),
  }),
  'end-second-factor': factorEnd,
  'end-sessions': endedSessions,
  expunge: (parameters) => ({ mailbox: requiredMailboxName(parameters, '_mbox') }),
  'folder-size': (parameters) => requiredMailboxName(parameters, '_mbox'),
  folders: () => undefined,
  frame: (parameters) => ({
    ...namedMessage(parameters),
    showRemoteContent: isOn(parameters, '_images'),
    isOriginal: isOn(parameters, '_original'),
  }),
  get: (parameters) => ({
    ...namedMessage(parameters),
    partId: sectionOf(parameters),
    isDownload: isOn(parameters, '_download'),
  }),
  getunread(parameters) {
    // Part of the request's shape (spec 4); the counts are the same on every page.
    pageNumber(parameters)
    return undefined
  },
  'keep-alive': (parameters) => ({ asksMail: isOn(parameters, '_mail') }),
  list: listInput,
  mark: (parameters) => ({
    ...namedMessages(parameters),
    flag: oneOf(parameters, '_flag', [
      'read',
      'unread',
      'flagged',
      'unflagged',
      'delete',
      'undelete',
    ]),
  }),
  move: transferInput,
  previews(parameters) {
    const named = namedMessages(parameters)
    if (named.uids.length > MAX_PREVIEWS) throw new Refusal('input_invalid')
    return named
  },
  passkeys: () => undefined,
  purge: (parameters) => ({
    // Of what it shows of the mailbox; it says nothing when it shows another one.
    ...namedMailbox(parameters),
    hasFolders: isOn(parameters, '_folders'),
    isPageWanted: false,
  }),
  receipt: (parameters) => ({
    ...namedMessage(parameters),
    answer: oneOf(parameters, '_answer', ['send', 'send-unasked', 'ignore']),
  }),
  recipients: () => undefined,
  refresh: (parameters) => refreshInput(parameters, listInput),
  'remove-passkey': namedPasskey,
  'rename-folder': (parameters) => ({
    path: requiredMailboxName(parameters, '_mbox'),
    ...folderPlace(parameters),
  }),
  'save-identity': identityInput,
  'save-settings': preferenceChanges,
  'save-template': templateInput,
  search: searchInput,
  'saved-drafts': savedDraftsInput,
  send: sendInput,
  sessions: () => undefined,
  settings: () => undefined,
  show: (parameters) => ({
    ...namedMessage(parameters),
    isUnrendered: isOn(parameters, '_unrendered'),
    charset: chosenCharset(parameters),
  }),
  'subscribe-folder': (parameters) => ({
    path: requiredMailboxName(parameters, '_mbox'),
    isSubscribed: isOn(parameters, '_subscribed'),
  }),
  templates: () => undefined,
  uids: (parameters) => uidsInput(parameters, listInput),
  'use-folder': (parameters) => ({
    path: requiredMailboxName(parameters, '_mbox'),
    use: oneOf(parameters, '_use', [...USES, 'none']),
  }),
  viewsource: (parameters) => ({
    ...namedMessage(parameters),
    isDownload: isOn(parameters, '_download'),
  }),
}

function transferInput(parameters: Parameters): InputOf<'move'> {
  return {
    ...namedMessages(parameters),
    target: requiredMailboxName(parameters, '_target_mbox'),
    isPageWanted: false,
  }
}

/** Reads `_name` and `_parent`, the folder above; without one the folder stands at the top. */
function folderPlace(parameters: Parameters): MailboxPlace {
  return {
    parent: optionalMailboxName(parameters, '_parent'),
    name: singleLine(parameters, '_name', MAX_NAME_CHARS).trim(),
  }
}

function sectionOf(parameters: Parameters): string {
  const text = parameters.get('_part') ?? ''
  if (!isSection(text)) throw new Refusal('input_invalid')
  return text
}

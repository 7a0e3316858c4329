import { randomUUID } from 'node:crypto'
import type { ActionName } from '../../../plugin/actions/index.ts'
import { emptyContact } from '../../../plugin/contacts/contact.ts'
import type { NativeInputOf } from '../../../plugin/wire/native/types.ts'

type Inputs = { readonly [Name in ActionName]: NativeInputOf<Name> }

/**
 * An input for every action, good enough for each that is about mail to get as far as the mail server: readings are of message 1
 * of INBOX, acts about Archive.
 */
export function actionInputs(): Inputs {
  return {
    ...readings,
    ...actions,
    ...folderActions,
    ...contactActions,
    ...filterActions,
    ...settingsActions,
    send: message(),
    'send-later': message(),
  }
}

function message() {
  return {
    composeId: randomUUID(),
    to: 'somebody@example.test',
    subject: 'Hello',
    text: 'Hello',
  }
}

const read = { mailbox: 'INBOX', uid: 1 } as const
const acted = { mailbox: 'Archive', uids: [1] } as const

const readings = {
  attachments: read,
  compose: { ...read, mode: 'reply' },
  conversation: read,
  find: { query: { text: 'message', fields: ['subject'], filter: 'all' } },
  'folder-size': { mailbox: 'INBOX' },
  folders: {},
  frame: read,
  get: { ...read, partId: '2' },
  getunread: {},
  invitation: read,
  'keep-alive': { asksMail: true },
  list: { mailbox: 'INBOX' },
  outbox: {},
  'part-text': { ...read, partId: '1' },
  previews: { mailbox: 'INBOX', uids: [1] },
  recipients: {},
  'saved-drafts': { saves: ['abcdefgh'] },
  search: { mailbox: 'INBOX', query: { text: 'message', fields: ['subject'], filter: 'all' } },
  show: read,
  uids: { mailbox: 'INBOX' },
  viewsource: read,
} as const

const actions = {
  'check-recent': { list: { mailbox: 'Archive' }, isCounting: true },
  copy: { ...acted, target: 'Trash' },
  delete: { ...acted, isPermanent: true },
  expunge: { mailbox: 'Archive' },
  'filter-run': { mailbox: 'Archive', source: { kind: 'script', text: 'keep;' } },
  'filter-trial': { mailbox: 'Archive', source: { kind: 'script', text: 'keep;' } },
  'filter-undo': {
    steps: [{ kind: 'move', mailbox: 'Archive', uidValidity: '1', uids: [1], target: 'Trash' }],
  },
  mark: { ...acted, flag: 'flagged' },
  move: { ...acted, target: 'Trash' },
  'outbox-cancel': { id: 'abcdefgh' },
  'outbox-change': { id: 'abcdefgh', dueAt: 1_900_000_000_000 },
  'outbox-now': { id: 'abcdefgh' },
  purge: { mailbox: 'Archive' },
  'reply-invitation': {
    mailbox: 'Archive',
    uid: 1,
    composeId: 'abcdefgh',
    answer: 'accepted',
  },
  receipt: { mailbox: 'Archive', uid: 1, answer: 'send' },
  unsubscribe: { mailbox: 'Archive', uid: 1 },
  refresh: { list: { mailbox: 'Archive' }, isCounting: true },
} as const

const folderActions = {
  'create-folder': { name: 'Made', parent: null },
  'create-special-folder': { use: 'trash' },
  'delete-folder': { path: 'Archive', isPermanent: true },
  'rename-folder': { path: 'Archive', name: 'Made', parent: null },
  'subscribe-folder': { path: 'Archive', isSubscribed: true },
  'use-folder': { path: 'Archive', use: 'trash' },
} as const

const seen = [{ id: 'a-1', version: 1 }] as const

const contactActions = {
  'add-contact': { name: 'Ada', address: 'ada@example.test' },
  collected: {},
  'complete-address': { typed: 'ada' },
  contact: { id: 'a-1' },
  'contact-doubles': {},
  'contact-photo': { photo: 'a-1' },
  contacts: {},
  'delete-contacts': { seen },
  'delete-group': { group: 'Friends' },
  directory: { search: 'ada', isCompletion: false },
  'export-contacts': { format: 'vcard' },
  'forget-collected': { addresses: ['ada@example.test'] },
  'group-contacts': { ids: ['a-1'], group: 'Friends', isIn: true },
  'import-contacts': {},
  'keep-contact-photo': {},
  'merge-contacts': { seen: [...seen, { id: 'a-2', version: 1 }] },
  'rename-group': { group: 'Friends', name: 'Family' },
  'save-contact': { contact: emptyContact('Ada') },
} as const

const filterActions = {
  filters: {},
  'save-filters': { etag: '1', change: { kind: 'text', text: '' } },
} as const

const settingsActions = {
  'begin-passkey': { present: 'old words' },
  'begin-second-factor': { present: 'old words' },
  'change-password': { present: 'old words', wanted: 'new words' },
  'confirm-passkey': { ticket: 'dGlja2V0', response: '{}', name: 'Laptop' },
  'confirm-second-factor': { ticket: 'dGlja2V0', code: '123 456' },
  'delete-identity': { id: 'home' },
  'delete-template': { id: 'reply-1' },
  'end-second-factor': { present: 'old words', code: '123 456' },
  'end-sessions': { which: 'others' },
  passkeys: {},
  'remove-passkey': { present: 'old words', id: '0'.repeat(64) },
  'save-identity': {
    id: 'home',
    isNew: true,
    changes: [{ name: 'name', seen: '', wanted: 'Mia' }],
  },
  'save-settings': { changes: [{ name: 'colorScheme', seen: 'system', wanted: 'dark' }] },
  'save-template': {
    id: 'reply-1',
    isNew: true,
    changes: [{ name: 'name', seen: '', wanted: 'Thanks' }],
  },
  sessions: {},
  settings: {},
  templates: {},
} as const

import { usualPreferences } from '../settings/usual-preferences.ts'
import type { MailPageEnv, NativeResponse, NativeRow } from '../wire/native/types.ts'
import type { FirstResults } from './wire/http/first-results.ts'

/** The page of nobody. */
export const sampleEnv: MailPageEnv = {
  task: 'mail',
  request_token: '',
  productName: '',
  user: '',
  ownAddress: null,
  delimiter: '/',
  pageSize: 50,
  refreshSeconds: 60,
  readAfterSeconds: 0,
  readAheadMessages: 0,
  readAheadBytes: 0,
  messageFrames: { withoutImages: '', withImages: '' },
  maxMessageBytes: 0,
  panelHome: null,
  heartbeatSeconds: null,
  preferences: usualPreferences,
  bookmark: null,
  usualLanguage: 'en',
}

/** Folders and a list with what rows differ in: read or not, flagged, answered, with a file, of today and of before. */
export function sampleResults(nowMs: number): FirstResults {
  const folders: NativeResponse = {
    version: 1,
    kind: 'folders',
    path: null,
    mailboxes: [mailbox('INBOX', 'inbox'), mailbox('Sent', 'sent'), mailbox('Other', null)],
    quota: { used: 1, limit: 2 },
  }
  const list: NativeResponse = {
    version: 1,
    kind: 'list',
    mailbox: 'INBOX',
    uidValidity: '1',
    state: '1',
    messages: rowCount,
    unseen: 1,
    total: rowCount,
    page: 1,
    pageSize: 50,
    pageCount: 1,
    rows: Array.from({ length: rowCount }, (_, index) => row(index, nowMs)),
  }
  return {
    take: (url) => Promise.resolve(url.includes('_action=list') ? list : folders),
    close: () => undefined,
  }
}

/** More than any screen shows. */
const rowCount = 50
const dayMs = 86_400_000

function row(index: number, nowMs: number): NativeRow {
  const flags = [['\\Seen'], [], ['\\Seen', '\\Answered'], ['\\Seen', '\\Flagged', '$Forwarded']]
  return {
    uid: index + 1,
    subject: 'A subject',
    from: [{ name: index % 5 === 0 ? '' : 'A name', address: 'name@example.org' }],
    to: [],
    cc: [],
    date: nowMs - index * dayMs * 20,
    size: 1_000,
    flags: flags[index % flags.length] ?? [],
    hasAttachment: index % 3 === 0,
    hasHtml: true,
    contentType: 'text/html',
    priority: null,
  }
}

type Mailbox = Extract<NativeResponse, { readonly kind: 'folders' }>['mailboxes'][number]

function mailbox(path: string, specialUse: Mailbox['specialUse']): Mailbox {
  return {
    path,
    name: path,
    delimiter: '/',
    specialUse,
    isUseChosen: false,
    isSubscribed: true,
    isSelectable: true,
    messages: 1,
    unseen: 1,
  }
}

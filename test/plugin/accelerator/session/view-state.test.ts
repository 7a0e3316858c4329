import test from 'ava'
import type { SessionView } from '../../../../plugin/accelerator/session/roundcube-session.ts'
import { isShownPage, withShownPage } from '../../../../plugin/accelerator/session/view-state.ts'
import { stateOf } from '../../../support/actions/samples.ts'

const vars = Buffer.from(
  'mbox|s:5:"INBOX";page|i:2;list_mod_seq|s:2:"17";unseen_count|a:1:{s:5:"INBOX";i:3;}' +
    'folders|a:1:{s:5:"INBOX";a:2:{s:3:"cnt";i:60;s:6:"maxuid";i:61;}}list_attrib|a:1:{s:4:"name";s:1:"m";}',
)
const view: SessionView = {
  mailbox: 'INBOX',
  page: 2,
  sortColumn: '',
  sortOrder: 'DESC',
  listModseq: '17',
  folders: { INBOX: { cnt: 60, maxuid: 61 } },
  unseen: { INBOX: 3 },
  search: undefined,
  listAttributes: 'with-columns',
}
const state = stateOf({ messages: 60, unseen: 3, highestModseq: 17n })
const shown = { mailbox: 'INBOX', page: 2, state, lastUid: 61, columns: undefined }

for (const [what, page, isKnown] of [
  ['the page on show', shown, true],
  ['a page without a number', { ...shown, page: undefined }, true],
  ['another page', { ...shown, page: 1 }, false],
  ['another folder', { ...shown, mailbox: 'Sent' }, false],
  ['another count', { ...shown, state: { ...state, unseen: 4 } }, false],
  ['a list with a new message', { ...shown, lastUid: 62 }, false],
  ['results of a search', { ...shown, lastUid: undefined }, true],
  ['the first list of a session', { ...shown, columns: ['subject'] }, false],
  ['a list with other flags', { ...shown, state: { ...state, highestModseq: 18n } }, false],
] as const) {
  test(`${what} is ${isKnown ? 'not written into the session again' : 'written into the session'}`, (t) => {
    t.is(isShownPage(view, page), isKnown)
    t.is(withShownPage(vars, page).equals(vars), isKnown)
  })
}

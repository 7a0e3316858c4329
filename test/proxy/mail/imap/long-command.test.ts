import test from 'ava'
import { mayTakeLong } from '../../../../proxy/mail/imap/long-command.ts'
import type { CommandPart } from '../../../../proxy/mail/imap/command.ts'

for (const parts of [
  ['UID SEARCH RETURN (ALL) TEXT needle'],
  ['UID SEARCH RETURN (ALL) CHARSET UTF-8', 'ALL', 'TEXT', 'needle'],
  ['UID SORT (ARRIVAL) UTF-8 ALL'],
  ['UID THREAD REFERENCES UTF-8 ALL'],
  ['EXPUNGE'],
  ['UID STORE', '1:51', '+FLAGS.SILENT', '(\\Seen)'],
  ['UID MOVE', '1:40,50:60', '"Archive"'],
  ['UID COPY', '1:*', '"Archive"'],
  ['APPEND', '"Sent"', '(\\Seen)', Buffer.alloc(1024 * 1024 + 1)],
] satisfies CommandPart[][]) {
  test(`${parts.slice(0, 2).join(' ')} may take long`, (t) => {
    t.true(mayTakeLong(parts))
  })
}

for (const parts of [
  ['UID STORE', '7', '+FLAGS.SILENT', '(\\Seen)'],
  ['UID STORE', '1:50', '+FLAGS.SILENT', '(\\Seen)'],
  ['UID EXPUNGE', '3,5,9'],
  ['UID SEARCH RETURN (ALL) ALL'],
  ['UID SEARCH ALL'],
  ['UID SEARCH RETURN (ALL) UID 1301:*'],
  ['UID FETCH', '1:1000', '(FLAGS)'],
  ['APPEND', '"Drafts"', '()', Buffer.alloc(1024 * 1024)],
  ['NOOP'],
] satisfies CommandPart[][]) {
  test(`${parts.slice(0, 2).join(' ')} is soon done`, (t) => {
    t.false(mayTakeLong(parts))
  })
}

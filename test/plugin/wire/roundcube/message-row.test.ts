import test from 'ava'
import type { MessageRow } from '../../../../proxy/mail/model/summary.ts'
import { dateTexts } from '../../../../plugin/wire/roundcube/date-text.ts'
import {
  messageRowLine,
  sizeText,
  type RowSetting,
} from '../../../../plugin/wire/roundcube/message-row.ts'
import { readResponse } from './exchange.ts'
import { rowOf } from '../../../support/actions/samples.ts'

const NOW = Date.UTC(2026, 10, 21, 12, 0)
const inbox: RowSetting = {
  column: 'from',
  mailbox: 'INBOX',
  dates: dateTexts('UTC', NOW),
  sizeText,
  columns: ['subject', 'fromto', 'date', 'size'],
}

function callOf(row: MessageRow, setting = inbox): readonly unknown[] {
  const { calls } = readResponse(`{"action":"list","exec":"${messageRowLine(row, setting)}"}`)
  return calls[0] ?? []
}

test('subject, name and address are escaped for the page and for the script', (t) => {
  const hostile = `</script><img src=x onerror="alert('1')">\u2028&`
  const row = rowOf({ uid: 1, subject: hostile, from: [{ name: hostile, address: hostile }] })

  const [, uid, columns] = callOf(row)

  const escaped =
    '&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#039;1&#039;)&quot;&gt;\u2028&amp;'
  t.is(uid, 1)
  t.like(columns, {
    subject: escaped,
    fromto: `<span class="adr"><span title="${escaped}" class="rcmContactAddress">${escaped}</span></span>`,
  })
  t.false(messageRowLine(row, inbox).includes('\u2028'))
})

test('an empty subject reads (no subject)', (t) => {
  t.like(callOf(rowOf({ uid: 1, subject: '' }))[2], { subject: '(no subject)' })
})

test('a sender without a name is shown by address', (t) => {
  const row = rowOf({ uid: 1, from: [{ name: '', address: 'a@example.org' }] })

  t.like(callOf(row)[2], {
    fromto:
      '<span class="adr"><span title="a@example.org" class="rcmContactAddress">a@example.org</span></span>',
  })
})

test('the recipient column shows recipients, three of them', (t) => {
  const to = ['a', 'b', 'c', 'd'].map((name) => ({ name, address: `${name}@example.org` }))

  const columns = JSON.stringify(callOf(rowOf({ uid: 1, to }), { ...inbox, column: 'to' })[2])

  t.true(columns.includes('>a</span>') && columns.includes('>c</span></span>, …'))
  t.false(columns.includes('>d</span>'))
})

test('flags are marks in lower case, as Roundcube has them', (t) => {
  const row = rowOf({ uid: 1 }, ['\\Seen', '\\Answered', '$Forwarded', '$Label1', '[css3-page'])

  t.deepEqual(callOf(row)[3], {
    seen: 1,
    answered: 1,
    forwarded: 1,
    label1: 1,
    '[css3-page': 1,
    ctype: 'text/plain',
    mbox: 'INBOX',
  })
})

test('a priority is told', (t) => {
  t.like(callOf(rowOf({ uid: 1, priority: 5 }))[3], { prio: 5 })
  t.like(callOf(rowOf({ uid: 2, priority: 3 }))[3], { prio: 3 })
})

test('a row is drawn again when its flags change', (t) => {
  const row = rowOf({ uid: 1 })
  messageRowLine(row, inbox)

  t.like(callOf({ ...row, flags: ['\\Seen'] })[3], { seen: 1 })
})

test('a row is drawn again when the day changes', (t) => {
  const row = rowOf({ uid: 1, date: Date.UTC(2026, 10, 21, 9, 5) })
  const tomorrow = { ...inbox, dates: dateTexts('UTC', NOW + 86_400_000) }

  t.like(callOf(row)[2], { date: 'Today 09:05' })
  t.like(callOf(row, tomorrow)[2], { date: 'Sat 09:05' })
})

test('a row is drawn again for another mailbox', (t) => {
  const row = rowOf({ uid: 1 })
  messageRowLine(row, inbox)

  t.like(callOf(row, { ...inbox, mailbox: 'Archive' })[3], { mbox: 'Archive' })
})

test('the first row of a thread reports its responses, how many are unread and flagged, another its depth and parent', (t) => {
  const counts = { hasChildren: true, unreadChildren: 2, flaggedChildren: 1 }
  const first = { depth: 0, parentUid: undefined, ...counts }
  const response = { depth: 1, parentUid: 4, ...counts }
  const marksOf = (thread: typeof first | typeof response) =>
    callOf({ ...rowOf({ uid: 5 }), thread })[3]
  const rest = { ctype: 'text/plain', mbox: 'INBOX' }
  const reported = { has_children: true, unread_children: 2, flagged_children: 1 }

  t.deepEqual(marksOf(first), { ...reported, ...rest })
  t.deepEqual(marksOf(response), { depth: 1, parent_uid: 4, has_children: true, ...rest })
})

test('a row whose details are too large says so behind its subject', (t) => {
  const [, , columns] = callOf(rowOf({ uid: 1, subject: 'Hello', isIncomplete: true }))

  t.like(columns, { subject: 'Hello (details too large)' })
})

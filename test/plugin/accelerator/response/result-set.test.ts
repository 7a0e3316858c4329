import test from 'ava'
import { readResultSet, resultPageOf } from '../../../../plugin/accelerator/response/result-set.ts'

/** As Roundcube 1.6 was seen to keep the results of a search in its session. */
function variable({ uids = '7 14 21', incomplete = 0, sorted = 0, column = '' } = {}): Buffer {
  const text = (value: string) => `s:${value.length}:"${value}";`
  const found = [
    ...[text('incomplete'), `b:${incomplete};`, text('\0*\0raw_data'), text(uids)],
    ...[text('\0*\0mailbox'), text('INBOX'), text('\0*\0meta'), 'a:1:{s:5:"count";i:3;}'],
    ...[text('\0*\0params'), 'a:0:{}', text('\0*\0order'), text('ASC')],
  ].join('')
  const object = `O:18:"rcube_result_index":6:{${found}}`
  const criteria = text('OR HEADER SUBJECT invoice HEADER FROM invoice')
  const entries = [criteria, object, text('UTF-8'), text(column), `b:${sorted};`]
  return Buffer.from(`a:5:{${entries.map((entry, at) => `i:${at};${entry}`).join('')}}`)
}

const newestFirst = { sortColumn: '', sortOrder: 'DESC' } as const

test('pages of a result set are shown from its end when the order is descending', (t) => {
  const set = readResultSet(variable({ uids: '7 14 21 28 35' }))

  t.deepEqual(set && resultPageOf(set, newestFirst, { page: 1, pageSize: 2 })?.uids, [35, 28])
  t.deepEqual(set && resultPageOf(set, newestFirst, { page: 3, pageSize: 2 }), {
    uids: [7],
    page: 3,
    pageCount: 3,
    total: 5,
  })
})

test('a result set in another order, and a page that it does not have, are left to Roundcube', (t) => {
  const set = readResultSet(variable({ column: 'subject', sorted: 1 }))

  t.is(set?.sortColumn, 'subject')
  t.is(set && resultPageOf(set, newestFirst, { page: 1, pageSize: 2 }), undefined)
  const bySubject = { sortColumn: 'subject', sortOrder: 'ASC' } as const
  t.is(set && resultPageOf(set, bySubject, { page: 3, pageSize: 2 }), undefined)
})

test('a search without results has no page', (t) => {
  const set = readResultSet(variable({ uids: '' }))

  t.deepEqual(set?.uids, [])
  t.is(set && resultPageOf(set, newestFirst, { page: 1, pageSize: 2 }), undefined)
})

for (const [what, value] of [
  ['a search that was not finished', variable({ incomplete: 1 })],
  ['results that are no numbers', variable({ uids: '7 1:9' })],
  ['threads', Buffer.from('a:2:{i:0;s:3:"ALL";i:1;O:19:"rcube_result_thread":0:{}}')],
  ['what PHP would not have written', Buffer.from('a:5:{i:0;s:3:"ALL"')],
] as const) {
  test(`${what} is left to Roundcube`, (t) => {
    t.is(readResultSet(value), undefined)
  })
}

import test from 'ava'
import type { ListResult } from '../../../../plugin/actions/result/result.ts'
import { renderRoundcube } from '../../../../plugin/wire/roundcube/encode.ts'
import { listOf, rowOf } from '../../../support/actions/samples.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const DAY_MS = 86_400_000

function bodyOf(list: ListResult, { unlock = 'loading1', now = NOON, zone = 'UTC' } = {}): string {
  return renderRoundcube(list, { unlock, now, zone, productName: 'Postern' }).body
}

test('a list that is told again has the busy word of each request, and is the same else', (t) => {
  const list = listOf([rowOf({ uid: 1 })])

  const [one, other] = ['loading1', 'loading2'].map((unlock) => bodyOf(list, { unlock }))

  t.regex(one ?? '', /"unlock":"loading1"/)
  t.is(other, one?.replace('loading1', 'loading2'))
})

test('a list without a busy word has none of the request before', (t) => {
  const list = listOf([rowOf({ uid: 1 })])
  bodyOf(list)

  t.notRegex(bodyOf(list, { unlock: '0' }), /"unlock"/)
})

test('a list of the same page reads otherwise on another day and in another zone', (t) => {
  const list = listOf([rowOf({ uid: 1, date: NOON })])

  const today = bodyOf(list)
  const tomorrow = bodyOf(list, { now: NOON + DAY_MS })
  const elsewhere = bodyOf(list, { zone: 'Asia/Tokyo' })

  t.regex(today, /Today 12:00/)
  t.notRegex(tomorrow, /Today/)
  t.regex(elsewhere, /Today 21:00/)
})

test('a list of the same page reports folders that were chosen meanwhile', (t) => {
  const list = listOf([rowOf({ uid: 1 })])
  bodyOf(list)

  const chosen = bodyOf({ ...list, special: { trash: mailboxName('Bin') } })

  t.regex(chosen, /"trash_mailbox":"Bin"/)
})

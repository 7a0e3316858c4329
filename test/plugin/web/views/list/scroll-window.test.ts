import test from 'ava'
import { scrollTopFor, scrollWindow } from '../../../../../plugin/web/views/list/scroll-window.ts'

const rowHeight = 64
const viewportHeight = 640

test('a long list has elements only around what is visible', (t) => {
  const total = 500_000

  const shown = scrollWindow({ scrollTop: 7_000_000, viewportHeight, rowHeight, total })

  t.true(shown.last - shown.first < 40)
  t.true(shown.first <= shown.firstVisible && shown.lastVisible <= shown.last)
})

test('half a million rows stay below the height browsers can scroll', (t) => {
  const { height } = scrollWindow({ scrollTop: 0, viewportHeight, rowHeight, total: 500_000 })

  t.true(height < 17_000_000)
})

test('the last of half a million rows ends at the foot of the window', (t) => {
  const total = 500_000
  const { height } = scrollWindow({ scrollTop: 0, viewportHeight, rowHeight, total })

  const scrollTop = height - viewportHeight
  const shown = scrollWindow({ scrollTop, viewportHeight, rowHeight, total })

  t.is(shown.last, total - 1)
  t.true(Math.abs(shown.topOf(total - 1) + rowHeight - height) < 1)
})

test('a row out of view is scrolled to, a row in view is left where it is', (t) => {
  const parts = { scrollTop: 0, viewportHeight, rowHeight, total: 1_000 }

  t.is(scrollTopFor(3, parts), undefined)
  t.is(scrollTopFor(10, parts), 64)
})

test('a list that fits is not scaled', (t) => {
  const { height, topOf } = scrollWindow({ scrollTop: 100, viewportHeight, rowHeight, total: 50 })

  t.is(height, 50 * rowHeight)
  t.is(topOf(7), 7 * rowHeight)
})

test('an empty list has no height', (t) => {
  t.is(scrollWindow({ scrollTop: 0, viewportHeight, rowHeight, total: 0 }).height, 0)
})

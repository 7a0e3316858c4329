import test from 'ava'
import { foldText, searchWords, wordMatcher } from '../../../../plugin/contacts/book/fold.ts'

const found = (typed: string, name: string) => wordMatcher(typed)(searchWords([name]))

test('letters that Unicode does not take apart are found as they are typed without them', (t) => {
  t.true(found('lukasz', 'Łukasz Żak'))
  t.true(found('isik', 'İpek Işık'))
  t.true(found('sorensen', 'Lars Sørensen'))
  t.true(found('gross', 'Änne Groß'))
  t.true(found('łuk', 'Łukasz Żak'))
  t.is(foldText('Đorđe'), 'dorde')
})

test('a part of a Japanese name is found, which has no space before it', (t) => {
  t.true(found('太郎', '山田太郎'))
  t.true(found('たろう', 'やまだたろう'))
  t.false(found('ing', 'King'))
})

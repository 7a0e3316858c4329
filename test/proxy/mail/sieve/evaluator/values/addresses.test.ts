import test from 'ava'
import { parseAddresses } from '../../../../../../proxy/mail/sieve/evaluator/values/addresses.ts'

test('blanks beside the dots of an address are none of it', (t) => {
  const [address] = parseAddresses('mia . b .c@mail. example .test')

  t.like(address, { local: 'mia.b.c', domain: 'mail.example.test' })
})

test('dots at the end of a name stay', (t) => {
  t.like(parseAddresses('ada.@example.test')[0], { local: 'ada.', domain: 'example.test' })
})

for (const unit of ['.', '. ', ' .', 'a . ']) {
  test(`a field of nothing but ${JSON.stringify(unit)} is read in one pass`, (t) => {
    const value = unit.repeat(100_000)

    t.deepEqual(parseAddresses(value), [{ local: undefined, domain: undefined, whole: value }])
  })
}

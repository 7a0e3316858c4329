import test from 'ava'
import { formatAddresses } from '../../../../plugin/web/texts/address-text.ts'

test('a name with a comma is quoted, so that it stays one recipient', (t) => {
  const addresses = [
    { name: 'Lovelace, Ada', address: 'ada@example.test' },
    { name: '', address: 'grace@example.test' },
  ]

  t.is(formatAddresses(addresses), '"Lovelace, Ada" <ada@example.test>, grace@example.test')
})

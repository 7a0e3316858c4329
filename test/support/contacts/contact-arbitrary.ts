import fc from 'fast-check'
import type { Contact } from '../../../plugin/contacts/contact.ts'

/** Of the prototype that what is read has. */
function plainRecord<Fields>(model: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) {
  return fc.record<Fields>(model, { noNullPrototype: true })
}

const printable = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map((text) => text.replace(/\p{Cc}/gu, '').trim())
const awkward = fc.constantFrom(
  'Müller; Jörg',
  'a,b\\n',
  '\\',
  '=C3',
  'é'.repeat(60),
  ':"x";',
  '_$!<Home>',
)
const line = fc.oneof(printable, awkward)
const filled = line.filter((text) => text !== '')
const lines = fc.array(line, { maxLength: 3 }).map((all) => all.join('\n').trim())
const label = fc.oneof(fc.constantFrom('home', 'work', 'mobile', 'fax', ''), filled)

/** Any contact that holds to its bounds. */
export const anyContact: fc.Arbitrary<Contact> = plainRecord({
  name: filled,
  prefix: line,
  given: line,
  middle: line,
  family: line,
  suffix: line,
  nickname: line,
  organisation: line,
  department: line,
  title: line,
  emails: fc.array(
    plainRecord({
      address: fc.stringMatching(/^[a-z0-9]{1,10}$/).map((local) => `${local}@example.test`),
      label,
    }),
    { maxLength: 3 },
  ),
  phones: fc.array(plainRecord({ number: filled, label }), { maxLength: 3 }),
  addresses: fc.array(
    plainRecord({
      street: lines,
      city: filled,
      region: line,
      postcode: line,
      country: line,
      label,
    }),
    { maxLength: 2 },
  ),
  websites: fc.array(plainRecord({ url: filled, label }), { maxLength: 2 }),
  birthday: fc.constantFrom('', '1990-04-12', '--02-29'),
  note: lines,
  groups: fc.uniqueArray(filled, { maxLength: 3 }),
  photo: fc.constant(''),
  uid: line,
})

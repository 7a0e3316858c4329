import test from 'ava'
import { decodeTransfer } from '../../../../../proxy/mail/mime/transfer/transfer-decoder.ts'
import { takeOutUuencoded } from '../../../../../proxy/mail/mime/transfer/uuencode.ts'

const decoded = (text: string, encoding = 'base64') =>
  decodeTransfer(Buffer.from(text), encoding).toString()

test('base64 ends at its padding, and continues where a further line of it follows', (t) => {
  t.is(decoded('QUI=\r\nQ0Q=\r\n'), 'ABCD')
  t.is(decoded('QUI=\r\n\r\n-- \r\nList mailing list\r\n'), 'AB', 'the footer of a mailing list')
  t.is(decoded('QUI= ignored\r\n'), 'AB')
  t.is(decoded('QUJ\r\nD\r\nREVG'), 'ABCDEF', 'lines of any length')
  t.is(decoded('  QUJD\t\r\n'), 'ABC')
  t.is(decoded('QUI'), 'AB', 'padding that was cut off')
})

test('text that was never encoded stays, whatever its header says', (t) => {
  const text = 'These are plain words, not base64 at all.\r\nA second line.\r\n'
  t.is(decoded(text), text)
  t.is(decoded('Short, plain.'), 'Short, plain.')
})

test('uuencode is a transfer encoding under all its names', (t) => {
  const encoded = 'begin 644 hi.txt\r\n+2&5L;&\\@=V]R;&0 \r\n`\r\nend\r\n'
  for (const name of ['x-uuencode', 'X-UUE', 'uuencode', 'uue']) {
    t.is(decoded(encoded, name), 'Hello world', name)
  }
})

test('files within a text are taken out of it, and what only starts like one stays', (t) => {
  const file = 'begin 644 hi.txt\n+2&5L;&\\@=V]R;&0 \n`\nend'
  const { text, files } = takeOutUuencoded(
    `before\n${file}\nbetween\n${file.replace('hi', 'ho')}\nafter`,
  )
  t.is(text, 'before\nbetween\nafter')
  t.deepEqual(
    files.map(({ name, bytes }) => [name, bytes.toString()]),
    [
      ['hi.txt', 'Hello world'],
      ['ho.txt', 'Hello world'],
    ],
  )
  for (const text of [
    'begin 644 men marched\nto war, they said\nend',
    `begin 644 cut.bin\n+2&5L;&\\@=V]R;&0 \n`,
  ]) {
    t.deepEqual(takeOutUuencoded(text), { text: text, files: [] })
  }
  const many = 'begin 644 a\n'.repeat(20_000)
  t.is(takeOutUuencoded(many).text, many, 'in linear time')
})

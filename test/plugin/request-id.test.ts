import { randomUUID } from 'node:crypto'
import test from 'ava'
import { newRequestId } from '../../plugin/app.ts'

test('a request id is eight lower-case hexadecimal digits', (t) => {
  t.regex(newRequestId(randomUUID), /^[0-9a-f]{8}$/)
})

test('leading zeros of a request id are kept', (t) => {
  t.is(
    newRequestId(() => '0000000a-5ce4-4d0c-8a36-9d8a1ce0b6a4'),
    '0000000a',
  )
})

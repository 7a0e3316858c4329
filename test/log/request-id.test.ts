import { randomBytes } from 'node:crypto'
import test from 'ava'
import { newRequestId } from '../../plugin/log/request-id.ts'

test('a request id is eight lower-case hexadecimal digits', (t) => {
  t.regex(newRequestId(randomBytes), /^[0-9a-f]{8}$/)
})

test('leading zeros of a request id are kept', (t) => {
  t.is(
    newRequestId(() => Buffer.from([0, 0, 0, 10])),
    '0000000a',
  )
})

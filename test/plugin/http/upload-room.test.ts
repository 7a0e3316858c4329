import test from 'ava'
import { REQUEST_LIMITS, uploadRoomBytes } from '../../../plugin/http/request-limits.ts'

const MIB = 1024 * 1024

test('messages of the default size share the default room', (t) => {
  const { uploadBytes } = REQUEST_LIMITS

  t.is(uploadRoomBytes({ uploadBytes, messageBytes: 32 * MIB }), 128 * MIB)
})

test('two of the largest messages fit into memory whatever size an administrator allows', (t) => {
  const { uploadBytes } = REQUEST_LIMITS

  t.is(uploadRoomBytes({ uploadBytes, messageBytes: 200 * MIB }), 400 * MIB)
})

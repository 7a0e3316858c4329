import test from 'ava'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { checkRequestToken, newRequestToken } from '../../../plugin/session/request-token.ts'

test('a request token is 32 alphanumeric characters and never twice the same', (t) => {
  const tokens = Array.from({ length: 1_000 }, newRequestToken)
  t.true(tokens.every((token) => /^[0-9A-Za-z]{32}$/.test(token)))
  t.is(new Set(tokens).size, tokens.length)
})

test('only the session’s own token passes', (t) => {
  const token = newRequestToken()
  t.notThrows(() => checkRequestToken(token, token))
  for (const other of [undefined, '', token.slice(1), `${token}x`, newRequestToken()]) {
    const refusal = t.throws(() => checkRequestToken(token, other), { instanceOf: Refusal })
    t.is(refusal.code, 'token_mismatch')
  }
})

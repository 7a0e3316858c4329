import test from 'ava'
import { createTakeover } from '../../../plugin/session-endpoint/takeover.ts'
import { newId } from '../../store/fixture.ts'
import { openEndpoint } from './open-endpoint.ts'

const anna = { vars: Buffer.from('username|s:4:"anna";'), ip: '192.0.2.7', changed: 1_800_000_000 }

test('a missing session is waited for while sessions are taken over', async (t) => {
  const takeover = createTakeover()
  const { client, store } = await openEndpoint(t, { takeover })
  const id = newId()
  takeover.passed()

  const answered = client().get(id)
  // It has asked before the session comes, or asks later and finds it.
  await client().call('PING')
  await store.foreignSessions?.adopt(id, anna, { lifeMs: 60_000, seen: undefined })
  // A pass may have looked before the session was written, so that the one after it counts.
  takeover.passed()
  takeover.passed()

  t.regex((await answered) ?? '', /username\|s:4:"anna"/)
})

test('anyone who waits for a session is answered when the takeover ends, and no caller waits afterwards', async (t) => {
  const takeover = createTakeover()
  const { client } = await openEndpoint(t, { takeover })
  takeover.passed()

  const answered = client().get(newId())
  await client().call('PING')
  takeover.finish()

  t.is(await answered, null)
  t.is(await client().get(newId()), null)
})

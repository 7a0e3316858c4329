import { setTimeout as wait } from 'node:timers/promises'
import test from 'ava'
import { callAction } from '../../support/http/native-actions.ts'
import { openOutboxSite } from '../../support/outbox/outbox-site.ts'

const MESSAGES = 100
const BEFORE_END_MS = 100
/** The server waits so much longer: a request that a busy machine holds until then is too late. */
const GRACE_MS = 2_000

test('undo just before its end is honoured each time', async (t) => {
  const site = await openOutboxSite(t)
  const ids = Array.from({ length: MESSAGES }, (_, n) => `undone-${String(n).padStart(3, '0')}`)

  let late = 0

  const undo = async (id: string) => {
    const held = await site.hold(id)
    if (held.kind === 'sent') throw new Error(`${id} was sent at once`)
    const undoUntil = held.undoUntil ?? 0
    await wait(Math.max(0, undoUntil - BEFORE_END_MS - Date.now()))
    try {
      return (await callAction(site.client(), 'outbox-cancel', { id })).draft
    } catch (error) {
      if (Date.now() < undoUntil + GRACE_MS) throw error
      late += 1
      return undefined
    }
  }
  const waiting = [...ids]
  const inTurn = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const draft = await undo(id)
      if (draft === undefined) waiting.push(`${id}-again`)
      t.not(draft, null, id)
    }
  }
  await Promise.all(Array.from({ length: 10 }, inTurn))

  await site.hold('sent-after-all')
  await site.leaves('sent-after-all')
  t.is(site.sink.messages.length, 1 + late)
  t.is(site.delivered('sent-after-all').length, 1)
})

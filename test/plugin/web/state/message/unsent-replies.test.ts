import test from 'ava'
import { createPageStorage } from '../../../../../plugin/web/browser/page-storage.ts'
import { createUnsentReplies } from '../../../../../plugin/web/state/message/unsent-replies.ts'

/** As in a browser that forbids its storage: what is stored lasts as long as this. */
function forbidden() {
  return createPageStorage(() => {
    throw new Error('forbidden')
  })
}

function unsentReplies(storage = forbidden(), user = 'ann') {
  let ids = 0
  return createUnsentReplies({ storage, user, newId: () => `${user}-${++ids}` })
}

test('an answer keeps its id until it is sent, also for a page that is loaded again', (t) => {
  const storage = forbidden()
  const replies = unsentReplies(storage)

  t.is(replies.composeIdOf('INBOX 1', 'accepted'), 'ann-1')
  t.is(replies.composeIdOf('INBOX 1', 'accepted'), 'ann-1')
  t.is(unsentReplies(storage).composeIdOf('INBOX 1', 'accepted'), 'ann-1')
  replies.close('INBOX 1')
  t.is(replies.composeIdOf('INBOX 1', 'accepted'), 'ann-2')
})

test('another answer, message or user has another id', (t) => {
  const storage = forbidden()
  const replies = unsentReplies(storage)
  replies.composeIdOf('INBOX 1', 'accepted')

  t.is(replies.composeIdOf('INBOX 2', 'accepted'), 'ann-2')
  t.is(unsentReplies(storage, 'bea').composeIdOf('INBOX 1', 'accepted'), 'bea-1')
  t.is(replies.composeIdOf('INBOX 1', 'declined'), 'ann-3')
  // The first may have been overtaken by the second: it is one more.
  t.is(replies.composeIdOf('INBOX 1', 'accepted'), 'ann-4')
})

test('a full storage hinders no answer', (t) => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const replies = unsentReplies(() => ({
    getItem: () => null,
    setItem,
    removeItem: () => undefined,
  }))

  t.is(replies.composeIdOf('INBOX 1', 'accepted'), 'ann-1')
})

import { MAX_THREADED_ROWS, type MessageRow } from '../../../proxy/mail/index.ts'

/**
 * Whether Roundcube is sure to show these rows as the same threads. Not so for more messages than a page is given, for a
 * mail server without such threads, and for a branch with two answers in a thread whose first message is missing:
 * of `((1 (2)(3))(4))` Roundcube was seen to show 3 as a reply to 2.
 */
export function areSureThreads(rows: readonly MessageRow[]): boolean {
  if (rows.length >= MAX_THREADED_ROWS) return false
  const answered = new Set<number>()
  let isBranched = false
  let isJoined = false
  for (const { thread } of rows) {
    if (thread === undefined) return false
    const { depth, parentUid } = thread
    if (depth === 0) {
      answered.clear()
      isBranched = false
      isJoined = false
    } else if (thread.isBelowMissing === true) {
      isJoined = true
    } else if (parentUid !== undefined) {
      isBranched ||= answered.has(parentUid)
      answered.add(parentUid)
    }
    if (isBranched && isJoined) return false
  }
  return true
}

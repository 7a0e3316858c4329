import type { MailConnection } from './connection.ts'
import { synchronizeFolder } from './folder-sync.ts'
import {
  countMessages,
  parseStatus,
  statusItems,
  statusOfEach,
  type MailboxListing,
} from './mailbox-list.ts'
import { byImportance } from './mailbox-order.ts'
import type { MailboxState } from './mailbox.ts'
import type { Watcher } from './watch/watcher.ts'

/**
 * As `countMessages`, but mailboxes whose counts the server pushes are answered as pushed. The one
 * that is selected, and those we have changed ourselves since, are asked for in one round trip.
 */
export async function countWatched(
  connection: MailConnection,
  known: MailboxListing,
  watcher: Watcher,
): Promise<readonly MailboxState[]> {
  const watched = watcher.watched()
  if (watched === undefined) return countMessages(connection, known)

  const states = new Map(watched.map((state) => [state.path, state]))
  const selected = connection.selected()
  const asked = watched.filter(
    ({ path }) => path !== selected?.path && watcher.pushed(path) === undefined,
  )
  for (const { path } of asked) states.delete(path)
  await Promise.all([
    connection.noop(),
    statusOfEach(connection, asked, statusItems(connection), (answer) => {
      const state = parseStatus(answer)
      if (state === undefined) return
      states.set(state.path, state)
      watcher.learn(state)
    }),
  ])
  if (selected !== undefined && states.has(selected.path)) {
    states.set(selected.path, await synchronizeFolder(connection, selected))
  }
  return [...states.values()].sort(byImportance(known.mailboxes))
}

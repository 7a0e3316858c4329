import type { Server } from 'hoodiecrow-imap'
import { addSearchingCommand } from './searching-command.ts'

/** SEARCH and UID SEARCH with nested keys and decoded text, which hoodiecrow's own does not have. */
export function searchMessages(server: Server): void {
  addSearchingCommand(server, {
    name: 'SEARCH',
    leading: 0,
    tell: (found) => found.map(({ number }) => number),
  })
}

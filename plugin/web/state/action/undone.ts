import type { Catalogue } from '../../texts/first-texts.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import { folderName } from '../folder/names.ts'

interface MovedBack {
  readonly requested: number
  /** How many were there to be moved. */
  readonly returned: number
  readonly to: string
}

/** What an undo says: of messages that someone else moved on or removed it does not claim that they are back. */
export function undoneWords(
  { requested, returned, to }: MovedBack,
  { mailboxes, text }: { readonly mailboxes: Mailboxes; readonly text: Catalogue },
): string {
  if (returned >= requested) return text.undone
  const folder = mailboxes.find(to)
  return text.moved({
    count: returned,
    folder: folder === undefined ? to : folderName(folder, text),
  })
}

import type { Catalogue } from '../../texts/first-texts.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import { folderName } from '../folder/names.ts'

interface MovedBack {
  readonly asked: number
  /** How many were there to be moved. */
  readonly returned: number
  readonly to: string
}

/** What an undo says: of messages that somebody else moved on or removed it does not claim that they are back. */
export function undoneWords(
  { asked, returned, to }: MovedBack,
  { mailboxes, text }: { readonly mailboxes: Mailboxes; readonly text: Catalogue },
): string {
  if (returned >= asked) return text.undone
  const folder = mailboxes.find(to)
  return text.moved({
    count: returned,
    folder: folder === undefined ? to : folderName(folder, text),
  })
}

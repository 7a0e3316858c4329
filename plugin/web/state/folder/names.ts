import type { NativeAddress, NativeMailbox } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { FolderUse } from './mailboxes.ts'

/** Names where there are names, addresses otherwise. */
export function namesOf(addresses: readonly NativeAddress[]): string {
  return addresses.map(({ name, address }) => name || address).join(', ')
}

/** The name a user knows a folder by: special folders in their language, others as they are. */
export function folderName({ specialUse, name }: NativeMailbox, text: Catalogue): string {
  return specialUse === null ? name : nameOfUse(specialUse, text)
}

/** The name of the folder with a use. */
export function nameOfUse(use: FolderUse, text: Catalogue): string {
  const { inbox, drafts, sentFolder: sent, junk, trash, archiveFolder: archive } = text
  return { inbox, drafts, sent, junk, trash, archive }[use]
}

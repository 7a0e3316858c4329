import type { NativeMailbox } from '../../../wire/native/types.ts'
import type { IconName } from './icon.tsx'

/** The icon of a folder's use. */
export function folderIcon({ specialUse }: NativeMailbox): IconName {
  return specialUse ?? 'folder'
}

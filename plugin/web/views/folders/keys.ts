import type { FolderActs } from '../../state/folder/acts.ts'

/**
 * The keys of the folder list: arrows walk, the key of the context menu opens what can be done, F2
 * renames and Delete deletes the folder and not the open message. True when the key was taken.
 */
export function moveInFolders(
  event: KeyboardEvent,
  folders: HTMLElement,
  { show }: Pick<FolderActs, 'show'>,
): boolean {
  const { target, key } = event
  if (!(target instanceof HTMLElement)) return false
  const path = target.dataset['folder']
  if (path === undefined) return false
  const isOwn = target.dataset['own'] === 'true'
  const buttons = [...folders.querySelectorAll<HTMLElement>('[data-folder]:not(:disabled)')]
  const next = nextIndex(key, buttons.indexOf(target), buttons.length)
  if (next !== undefined) {
    buttons[next]?.focus()
    return true
  }
  if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) show({ kind: 'menu', path })
  else if (key === 'F2' && isOwn) show({ kind: 'rename', path })
  else if (key === 'Delete' && isOwn) show({ kind: 'delete', path })
  else return key === 'Delete'
  return true
}

function nextIndex(key: string, index: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, length - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return undefined
  }
}

import { useApp } from '../../app/app-context.ts'

/** Beside the folders while they lie over the list: a press there puts them away. The keyboard has Escape. */
export function FoldersVeil() {
  const { navigation } = useApp()
  return <div class="folders-veil" onClick={navigation.hideFolders} />
}

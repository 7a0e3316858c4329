import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { Logo } from '../icon/logo.tsx'
import { SearchField } from './search-field.tsx'

/** Name of the product, search, and the refresh. */
export function TopBar() {
  const { env, text, composer, navigation, refresher } = useApp()

  const isUnfolded = navigation.pane.value === 'folders'

  return (
    <header class="top-bar">
      <div class="brand">
        <IconButton
          icon="menu"
          label={text.menu}
          class="folders-toggle"
          isExpanded={isUnfolded}
          onClick={isUnfolded ? navigation.hideFolders : navigation.showFolders}
        />
        <Logo />
        <span class="brand-name" aria-hidden="true">
          {env.productName}
        </span>
      </div>
      <SearchField />
      <div class="top-bar-end">
        <IconButton
          icon="refresh"
          label={text.refresh}
          class={refresher.isRefreshing.value ? 'is-turning' : ''}
          onClick={() => void refresher.refresh()}
        />
        <IconButton
          icon="compose"
          label={text.compose}
          shortcut="c"
          class="narrow-only"
          onClick={() => composer.startNew()}
        />
      </div>
    </header>
  )
}

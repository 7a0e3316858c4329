import type { App } from '../app/app.ts'
import { AppContext, useApp } from '../app/app-context.ts'
import { HelpDialog, QuestionDialog } from './dialog/dialog.tsx'
import { MoveDialog } from './dialog/move-dialog.tsx'
import { FolderDialog } from './folders/dialog.tsx'
import { FolderPane, FoldersVeil } from './folders/pane.tsx'
import { LayoutProbe } from './frame/layout-probe.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { ListPane } from './list/pane.tsx'
import { MessageMenu } from './message/menu.tsx'
import { MessagePane } from './message/pane.tsx'
import { ConnectionBanner, CopiesBanner } from './notice/banners.tsx'
import { LiveRegion, ProgressToast, Toast } from './notice/toast.tsx'
import { SessionLayer } from './session/session-layer.tsx'

/** The whole page: three panes, what stands above them, and the voice. */
export function AppView({ app }: { readonly app: App }) {
  return (
    <AppContext.Provider value={app}>
      <div class="page">
        <div class="stage">
          <Shell />
          <ComposerWhenLoaded />
        </div>
        <div class="notices">
          <Toast />
          <ProgressToast />
        </div>
        <LiveRegion />
        <HelpDialog />
        <MoveDialog />
        <MessageMenu />
        <QuestionDialog />
        <FolderDialog />
        <SessionLayer />
      </div>
    </AppContext.Provider>
  )
}

function ComposerWhenLoaded() {
  const View = useApp().composer.part.value?.View
  return View === undefined ? null : <View />
}

function Shell() {
  const { env } = useApp()
  return (
    <div class="shell">
      <LayoutProbe />
      <TopBar />
      <ConnectionBanner />
      <CopiesBanner />
      <main class="panes">
        {/* Where there is one pane, the top bar with the name is not always there. */}
        <h1 class="only-heard">{env.productName}</h1>
        <FolderPane />
        <FoldersVeil />
        <ListPane />
        <MessagePane />
      </main>
    </div>
  )
}

import { useEffect } from 'preact/hooks'
import type { App } from '../app/app.ts'
import type { LazyPart } from '../state/settings/lazy-part.ts'
import { AppContext, useApp } from '../app/app-context.ts'
import { FolderPane, FoldersVeil } from './folders/pane.tsx'
import { LayoutProbe } from './frame/layout-probe.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { WhenLoaded } from './frame/when-loaded.tsx'
import { ListPane } from './list/pane.tsx'
import { MessagePane } from './message/pane.tsx'
import { LiveRegion, Notices } from './notice/notices.tsx'
import { SessionLayer } from './session/session-layer.tsx'

/** The whole page: three panes, what is above them, and the voice. */
export function AppView({ app }: { readonly app: App }) {
  return (
    <AppContext.Provider value={app}>
      <div class="page">
        <div class="stage">
          <Shell />
          <ComposerWhenLoaded />
        </div>
        <LiveRegion />
        <DialogsWhenOpen />
        <SessionLayer />
      </div>
    </AppContext.Provider>
  )
}

function ComposerWhenLoaded() {
  const View = useApp().composer.part.value?.View
  return View === undefined ? null : <View />
}

function DialogsWhenOpen() {
  const { dialogs, folderActions, parts } = useApp()
  const open = dialogs.open.value
  return (
    <>
      <PartWhenOpen part={parts.help} isOpen={open === 'help'} />
      <PartWhenOpen part={parts.move} isOpen={dialogs.moving.value !== undefined} />
      <PartWhenOpen part={parts.file} isOpen={dialogs.viewing.value !== undefined} />
      <PartWhenOpen part={parts.row} isOpen={dialogs.rowMenu.value !== undefined} />
      <PartWhenOpen part={parts.goTo} isOpen={open === 'goTo'} />
      <PartWhenOpen part={parts.message} isOpen={open === 'message'} />
      <PartWhenOpen part={parts.settings} isOpen={open === 'settings'} />
      <PartWhenOpen part={parts.contacts} isOpen={open === 'contacts'} />
      <PartWhenOpen part={parts.question} isOpen={dialogs.question.value !== undefined} />
      <PartWhenOpen part={parts.folders} isOpen={folderActions.task.value !== undefined} />
    </>
  )
}

interface PartWhenOpenProps {
  readonly part: LazyPart
  readonly isOpen: boolean
}

/** Its code is fetched when it is first opened, or before. */
function PartWhenOpen({ part, isOpen }: PartWhenOpenProps) {
  useEffect(() => {
    if (isOpen) part.load()
  }, [isOpen])
  const View = part.View.value
  return isOpen && View !== undefined ? <View /> : null
}

function Shell() {
  const { env, parts } = useApp()
  return (
    <div class="shell">
      <LayoutProbe />
      <TopBar />
      <main class="panes">
        {/* Where there is one pane, the top bar with the name is not always there. */}
        <h1 class="only-heard">{env.productName}</h1>
        <FolderPane />
        <FoldersVeil />
        <ListPane />
        <Notices over="list" />
        <MessagePane />
        <WhenLoaded part={parts.borders} />
        <WhenLoaded part={parts.name} />
      </main>
    </div>
  )
}

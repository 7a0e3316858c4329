import { useApp } from '../../app/app-context.ts'
import { conversationOf } from '../../app/later/conversation-of.ts'
import { FoundPane } from '../found/found-pane.tsx'
import { PaneBorders } from './pane-borders.tsx'

/** What lies over and between the panes. */
export function LaterPanes() {
  // It follows the reader from now on.
  conversationOf(useApp())
  return (
    <>
      <PaneBorders />
      <FoundPane />
    </>
  )
}

import { FoundPane } from '../found/found-pane.tsx'
import { PaneBorders } from './pane-borders.tsx'

/** What lies over and between the panes. */
export function LaterPanes() {
  return (
    <>
      <PaneBorders />
      <FoundPane />
    </>
  )
}

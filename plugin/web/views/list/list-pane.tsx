import { useApp } from '../app-context.ts'
import { ListHeader } from './list-header.tsx'
import { ListNote } from './list-note.tsx'
import { MessageGrid } from './message-grid.tsx'

/** The messages of the open folder. */
export function ListPane() {
  const { text, list } = useApp()
  const isEmpty = list.total.value === 0

  return (
    <section class="pane list-pane" aria-label={text.messages}>
      <ListHeader />
      {isEmpty ? <ListNote /> : <MessageGrid />}
    </section>
  )
}

import { useApp } from '../../app/app-context.ts'
import { ListHeader } from './header.tsx'
import { ListNote } from './note.tsx'
import { MessageGrid } from './grid.tsx'

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

import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { foundOf } from '../../app/later/found-of.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { FolderPicker } from '../dialog/folder-picker.tsx'
import { Icon } from '../icon/icon.tsx'
import { FilterChips } from '../list/filter-chips.tsx'
import { ListFailure } from '../list/list-failure.tsx'
import { keyOf } from '../../state/found/found-rows.ts'
import { FoundBar } from './found-bar.tsx'
import { FoundRowView } from './found-row.tsx'

/** What is found in all folders, in the place of the list of the open one. */
export function FoundPane() {
  const app = useApp()
  const { found } = foundOf(app)
  if (found.query.value === undefined) return null

  return (
    <section class="pane list-pane found-pane" aria-label={app.laterText.mail.searchEverywhere}>
      <FoundHeading />
      {found.rows.value.length === 0 ? <FoundNote /> : <FoundRows />}
      <MoveFound />
    </section>
  )
}

function FoundHeading() {
  const app = useApp()
  const { laterText } = app
  const { found, choice } = foundOf(app)
  const query = found.query.value
  if (query === undefined) return null
  const isTicking = choice.selected.value.length > 0

  return (
    <div class="list-heading">
      <div class={isTicking ? 'list-header is-behind' : 'list-header'} aria-hidden={isTicking}>
        <div class="list-title">
          <h2>{laterText.mail.searchEverywhere}</h2>
          <FoundCount />
          <FoundProgress />
        </div>
        <FilterChips
          query={query}
          hasScope
          onChoose={(changes) => found.open({ ...query, ...changes })}
        />
      </div>
      {isTicking ? <FoundBar /> : null}
    </div>
  )
}

/** How many match, and how far the search is. */
function FoundCount() {
  const app = useApp()
  const { text, laterText } = app
  const { found } = foundOf(app)
  const { mail } = laterText
  const [total, shown] = [found.total.value, found.rows.value.length]
  const refused = found.refused.value
  const { folders, searched } = found.progress.value
  const isUnderWay = found.status.value.kind === 'searching'
  const counted =
    total > shown && shown > 0
      ? mail.searchNewest({ shown, total })
      : text.matchCount({ total: shown })
  const said = [
    isUnderWay && folders === 0 ? text.searching : counted,
    searched < folders ? mail.searchProgress({ searched, folders }) : '',
    refused.length > 0 ? mail.searchRefused({ count: refused.length }) : '',
  ]
  const label = said.filter((part) => part !== '').join(' · ')

  return (
    <span class="list-total" role="status" title={[label, ...refused].join('\n')}>
      {label}
    </span>
  )
}

/** Stops the search, or begins it again where it was stopped. */
function FoundProgress() {
  const app = useApp()
  const { text } = app
  const { found } = foundOf(app)
  const isUnderWay = found.status.value.kind === 'searching'
  const isStopped = found.status.value.kind === 'stopped'
  if (!isUnderWay && !isStopped) return null

  return (
    <div class="order">
      <button
        type="button"
        class="button small quiet"
        onClick={isUnderWay ? found.stop : found.again}
      >
        {isUnderWay ? text.stopSearch : text.searchAgain}
      </button>
    </div>
  )
}

/** What stands where nothing is found yet, or at all. */
function FoundNote() {
  const app = useApp()
  const { text } = app
  const { found } = foundOf(app)
  const status = found.status.value
  const { searched, folders } = found.progress.value
  if (status.kind === 'failed') {
    return <ListFailure failure={status} onRetry={found.again} />
  }
  const title = { searching: text.searching, stopped: text.searchStopped, ready: text.noMatch }
  return (
    <div class="note" role="status">
      <Icon name="search" size={32} />
      <h2>{title[status.kind]}</h2>
      {status.kind === 'searching' ? (
        <progress aria-label={text.searching} max={Math.max(1, folders)} value={searched} />
      ) : null}
      {status.kind === 'ready' ? <p>{text.noMatchNote}</p> : null}
    </div>
  )
}

/** As the list of a folder, a grid (ARIA APG); so few rows that all have elements. */
function FoundRows() {
  const app = useApp()
  const { found, choice } = foundOf(app)
  const rows = found.rows.value
  const grid = useRef<HTMLDivElement>(null)
  const focusRequest = choice.focusRequests.value
  useLayoutEffect(() => {
    if (focusRequest === 0) return
    grid.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus()
  }, [focusRequest])

  return (
    <div
      ref={grid}
      class="grid"
      role="grid"
      aria-label={app.text.messages}
      aria-rowcount={rows.length}
      aria-multiselectable="true"
    >
      <div
        class={choice.selected.value.length > 0 ? 'grid-rows is-ticking' : 'grid-rows'}
        role="rowgroup"
      >
        {rows.map((one, index) => (
          <FoundRowView
            key={keyOf(one)}
            one={one}
            index={index}
            isCursor={index === choice.cursor.value}
          />
        ))}
      </div>
    </div>
  )
}

function MoveFound() {
  const app = useApp()
  const { moving, endMoving, commands } = foundOf(app)
  const rows = moving.value
  if (rows.length === 0) return null

  return (
    <Dialog title={app.text.moveTo} onClose={endMoving}>
      <FolderPicker
        onChoose={({ path }) => {
          endMoving()
          commands.moveTo(path, rows)
        }}
      />
    </Dialog>
  )
}

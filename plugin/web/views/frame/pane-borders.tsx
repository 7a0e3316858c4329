import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import type { PaneSizeName } from '../../state/settings/appearance.ts'
import { createSettingEdits } from '../../state/settings/edits.ts'
import { createPaneSizes, type PaneSizes } from '../../state/settings/pane-sizes.ts'
import { isRightToLeft } from '../../texts/direction.ts'

/** A size and the pane it is of; the limits are those of plugin/settings/preferences.ts. */
interface BorderedPane {
  readonly name: PaneSizeName
  readonly pane: '.folder-pane' | '.list-pane'
  readonly isHeight: boolean
  /** In thousandths of the page. */
  readonly least: number
  readonly most: number
}

const borders: readonly BorderedPane[] = [
  { name: 'foldersWidth', pane: '.folder-pane', isHeight: false, least: 100, most: 250 },
  { name: 'listWidth', pane: '.list-pane', isHeight: false, least: 200, most: 500 },
  { name: 'listHeight', pane: '.list-pane', isHeight: true, least: 200, most: 700 },
]

/** The borders between the panes, which are dragged or moved by keys. Which are visible is in styles/frame/pane-borders.css. */
export function PaneBorders() {
  const { http, connection, settings, notices, laterText } = useApp()
  const sizes = useRef<PaneSizes | null>(null)
  sizes.current ??= createPaneSizes({
    settings,
    notices,
    edits: createSettingEdits({
      ...{ http, connection, settings },
      changedElsewhere: () => laterText.settings.changedElsewhere,
    }),
    style: document.documentElement.style,
  })
  const remaining = sizes.current
  return borders.map((border) => <PaneBorder key={border.name} {...{ border, sizes: remaining }} />)
}

/** A window splitter (ARIA APG) of a fixed set of panes: arrows move it, Enter and a double click put it where it usually is. */
function PaneBorder({ border, sizes }: { readonly border: BorderedPane; sizes: PaneSizes }) {
  const { laterText } = useApp()
  const { name, isHeight, least, most } = border
  const { [name]: label, paneBorderNote } = laterText.settings
  const element = useRef<HTMLDivElement>(null)
  const wanted = useRef<number | undefined>(undefined)
  const visible = useSignal(least)

  useLayoutEffect(() => {
    const [pane, panes] = elementsAt(element.current, border)
    if (pane === null || panes === null) return
    const observer = new ResizeObserver(() => {
      visible.value = shareOf(pane.getBoundingClientRect(), panes.getBoundingClientRect(), isHeight)
    })
    observer.observe(pane)
    observer.observe(panes)
    return () => observer.disconnect()
  }, [])

  function move(share: number): void {
    wanted.current = Math.round(Math.min(most, Math.max(least, share)))
    sizes.show(name, wanted.current)
  }

  function keep(): void {
    if (wanted.current !== undefined) sizes.keep(name, wanted.current)
    wanted.current = undefined
  }

  return (
    <div
      ref={element}
      class={`pane-border of-${name}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      title={paneBorderNote}
      aria-orientation={isHeight ? 'horizontal' : 'vertical'}
      aria-valuemin={least / 10}
      aria-valuemax={most / 10}
      aria-valuenow={Math.round(visible.value / 10)}
      // It would take the focus from the list, and the arrows with it.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={({ currentTarget, pointerId }) => {
        currentTarget.setPointerCapture(pointerId)
        // Frames take no events meanwhile (styles/base.css).
        document.documentElement.dataset['drag'] = 'border'
      }}
      onPointerMove={(event) => {
        const [pane, panes] = elementsAt(element.current, border)
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        if (pane === null || panes === null) return
        move(shareAt(event, pane.getBoundingClientRect(), panes.getBoundingClientRect(), isHeight))
      }}
      onLostPointerCapture={() => {
        delete document.documentElement.dataset['drag']
        keep()
      }}
      onDblClick={() => sizes.keep(name, null)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const share = shareAfter(event.key, wanted.current ?? visible.peek(), border)
        if (share === undefined) return
        event.preventDefault()
        if (share !== null) move(share)
        else sizes.keep(name, null)
      }}
      onKeyUp={keep}
      onBlur={keep}
    />
  )
}

function elementsAt(
  border: HTMLElement | null,
  { pane }: BorderedPane,
): readonly [HTMLElement | null, HTMLElement | null] {
  const panes = border?.parentElement ?? null
  return [panes?.querySelector<HTMLElement>(pane) ?? null, panes]
}

function shareOf(pane: DOMRect, panes: DOMRect, isHeight: boolean): number {
  const share = isHeight ? pane.height / panes.height : pane.width / panes.width
  return Number.isFinite(share) ? share * 1_000 : 0
}

/** What the pane has when it ends at the pointer; a line starts at the left or at the right. */
function shareAt(
  { clientX, clientY }: PointerEvent,
  pane: DOMRect,
  panes: DOMRect,
  isHeight: boolean,
): number {
  if (isHeight) return ((clientY - pane.top) / panes.height) * 1_000
  const width = isRightToLeft() ? pane.right - clientX : clientX - pane.left
  return (width / panes.width) * 1_000
}

/** Where a key moves the border; null for where it usually is, undefined for another key. */
function shareAfter(
  key: string,
  share: number,
  { isHeight, least, most }: BorderedPane,
): number | null | undefined {
  const [back, forward] = isHeight
    ? ['ArrowUp', 'ArrowDown']
    : isRightToLeft()
      ? ['ArrowRight', 'ArrowLeft']
      : ['ArrowLeft', 'ArrowRight']
  switch (key) {
    case back:
      return share - 10
    case forward:
      return share + 10
    case 'Home':
      return least
    case 'End':
      return most
    case 'Enter':
      return null
    default:
      return undefined
  }
}

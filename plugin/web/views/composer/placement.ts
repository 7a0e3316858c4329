import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { draftOriginOf, type Draft } from '../../state/composer/draft.ts'
import { isSameMessage } from '../../wire/message-name.ts'
import { useWriting } from './context.ts'
import { isRightToLeft } from '../../texts/direction.ts'

/** Where a composer stands: below the message it answers, above the corner of the page, or over all of it. */
export type Placement = 'below' | 'panel' | 'page'

/** Of the message pane: what is left above still shows some lines, what is below holds fields, text and buttons. */
const SHARE = 0.6
const MIN_PANE = { width: 520, height: 560 }

/** Places an expanded composer, and keeps it over the lower part of the message where it stands below one. */
export function usePlacement(
  form: RefObject<HTMLElement | null>,
  draft: Draft,
  isExpanded: boolean,
): Placement {
  const { layout, reader } = useApp()
  const { composers } = useWriting()
  /** The message pane has room for both. */
  const isRoomy = useSignal(false)
  const origin = draftOriginOf(draft)
  const reading = reader.reading.value
  const isOriginOpen =
    origin !== null && reading.kind === 'message' && isSameMessage(reading.name, origin)
  const placement =
    layout.isNarrow.value || composers.size.value === 'page'
      ? 'page'
      : isOriginOpen && isRoomy.value && composers.size.value === 'usual'
        ? 'below'
        : 'panel'

  useLayoutEffect(() => {
    const stage = form.current?.closest<HTMLElement>('.stage') ?? undefined
    const pane = stage?.querySelector('.message-pane') ?? undefined
    if (!isExpanded || stage === undefined || pane === undefined) return undefined
    const follow = () => {
      const area = pane.getBoundingClientRect()
      const around = stage.getBoundingClientRect()
      isRoomy.value = area.width >= MIN_PANE.width && area.height >= MIN_PANE.height
      const lengths = {
        start: isRightToLeft() ? around.right - area.right : area.left - around.left,
        bottom: around.bottom - area.bottom,
        width: area.width,
        height: area.height * SHARE,
      }
      for (const [name, length] of Object.entries(lengths))
        stage.style.setProperty(`--composer-${name}`, `${length}px`)
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(stage)
    observer.observe(pane)
    return () => observer.disconnect()
  }, [isExpanded])
  return placement
}

import { useLayoutEffect, useRef } from 'preact/hooks'
import type { PageLayout } from '../../state/page/layout.ts'
import { useApp } from '../../app/app-context.ts'

/** An unseen element that the style sheet sizes, so that the script learns of the layout from it. */
export function LayoutProbe() {
  const { layout } = useApp()
  const probe = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = probe.current
    if (element === null) return
    // Whenever window, zoom or text size change the layout.
    const observer = new ResizeObserver(() => layout.read(element.getBoundingClientRect()))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return <div ref={probe} class={probeClass} />
}

/** Reads the layout before anything is drawn: to measure the drawn page would lay it out again. */
export function readLayout(layout: PageLayout, page: Document): void {
  const probe = page.createElement('div')
  probe.className = probeClass
  page.body.append(probe)
  layout.read(probe.getBoundingClientRect())
  probe.remove()
}

const probeClass = 'layout-probe'

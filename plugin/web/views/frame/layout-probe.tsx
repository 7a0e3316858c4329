import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../app-context.ts'

/** An unseen element that the style sheet sizes, so that the script learns of the layout from it. */
export function LayoutProbe() {
  const { layout } = useApp()
  const probe = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = probe.current
    if (element === null) return
    const read = () => layout.read(element.getBoundingClientRect())
    // Before the first frame, and whenever window, zoom or text size change the layout.
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return <div ref={probe} class="layout-probe" />
}

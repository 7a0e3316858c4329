import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface PanelProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** What a tool of the editor offers, below its toolbar; Escape leads back. */
export function Panel({ label, onClose, children }: PanelProps) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => row.current?.querySelector('button')?.focus(), [])

  return (
    <div
      ref={row}
      class="editor-panel"
      role="group"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </div>
  )
}

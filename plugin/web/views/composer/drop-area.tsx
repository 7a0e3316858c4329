import { useEffect } from 'preact/hooks'
import { carriesFiles } from '../../app/file-drop.ts'
import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'
import { useWriting } from './context.ts'

/**
 * Attaches files that are dropped anywhere in the window to the message being written, or to a new one. While they are
 * dragged, a frame around the window says so (styles/composer.css).
 */
export function DropArea() {
  const { laterText, dialogs } = useApp()
  const { composers } = useWriting()

  useEffect(() => {
    const life = new AbortController()
    const { signal } = life

    function accepts(event: DragEvent): boolean {
      // A dialog is about something else, and a message on its way takes no more.
      const isSending = composers.expanded.peek()?.status.peek().kind === 'sending'
      return carriesFiles(event) && !isSending && dialogs.depth.peek() === 0
    }

    function over(event: DragEvent): void {
      if (!accepts(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    }

    function drop(event: DragEvent): void {
      if (!accepts(event)) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      if (composers.expanded.peek() === undefined) composers.startNew()
      composers.expanded.peek()?.attach(files)
    }

    // Before what keeps the page from being left for a file, which leaves alone what is handled.
    for (const type of ['dragenter', 'dragover'] as const)
      window.addEventListener(type, over, { capture: true, signal })
    window.addEventListener('drop', drop, { capture: true, signal })
    return () => life.abort()
  }, [])

  return (
    <div class="drop-hint" aria-hidden="true">
      <span>
        <Icon name="attachment" />
        {laterText.mail.dropFiles}
      </span>
    </div>
  )
}

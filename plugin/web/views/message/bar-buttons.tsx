import type { NativeMessage } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { sourceUrl } from '../../wire/links.ts'

interface BarButtonProps {
  readonly label: string
  readonly isQuiet?: boolean
  readonly action: () => void
}

/** What can be done about what a bar above a message says. */
export function BarButton({ label, isQuiet = false, action }: BarButtonProps) {
  return (
    <button type="button" class={isQuiet ? 'button small quiet' : 'button small'} onClick={action}>
      {label}
    </button>
  )
}

/** Opens the message as it is on the server. */
export function SourceLink({ message }: { readonly message: NativeMessage }) {
  const { text } = useApp()
  return (
    <a class="button small" href={sourceUrl(message)} target="_blank" rel="noopener noreferrer">
      {text.viewSource}
    </a>
  )
}

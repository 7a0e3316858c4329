import type { Failure } from '../../wire/http/problem.ts'
import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'
import { Reference } from '../notice/failure.tsx'

interface ListFailureProps {
  readonly failure: Failure
  readonly onRetry: () => void
}

/** Why there is no list, and another try. */
export function ListFailure({ failure, onRetry }: ListFailureProps) {
  const { text } = useApp()

  return (
    <div class="note" role="alert">
      <Icon name="offline" size={32} />
      <h2>{text.listFailed}</h2>
      <p>{failure.message}</p>
      <Reference id={failure.reference} />
      <button type="button" class="button" onClick={onRetry}>
        {text.tryAgain}
      </button>
    </div>
  )
}

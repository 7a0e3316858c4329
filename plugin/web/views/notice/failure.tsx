import type { Failure } from '../../wire/http/problem.ts'
import { useApp } from '../../app/app-context.ts'

/** The word of the server where it refused something; what was typed stays. */
export function FailureNote({ failure }: { readonly failure: Failure | undefined }) {
  if (failure === undefined) return null
  return (
    <p class="composer-problem" role="alert">
      <span class="server-lines">{failure.message}</span> <Reference id={failure.reference} />
    </p>
  )
}

/** The id of a failed request, to be read out or copied: the logs tell of it (plugin/docs/debug-request.md). */
export function Reference({ id }: { readonly id: string | undefined }) {
  const { text } = useApp()
  return id === undefined ? null : (
    <small class="reference">{text.reference({ requestId: id })}</small>
  )
}

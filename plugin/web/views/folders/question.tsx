import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import { FailureNote } from '../notice/failure.tsx'

/** What is asked, and what is done when the user agrees. */
export interface AskedQuestion {
  readonly question: string
  readonly run: () => void
}

interface FolderQuestionProps {
  /** The server counts first: the page does not know what hidden folders hold. */
  readonly ask: (signal: AbortSignal) => Promise<AskedQuestion>
  readonly confirm: string
  readonly isPermanent?: boolean
  /** Buttons of other ways. */
  readonly children?: ComponentChildren
}

/** Asks before something is done to all that a folder holds. */
export function FolderQuestion({
  ask,
  confirm,
  isPermanent = false,
  children,
}: FolderQuestionProps) {
  const { connection, folderActs, text } = useApp()
  const asked = useSignal<AskedQuestion | undefined>(undefined)
  const failure = useSignal<Failure | undefined>(undefined)

  useEffect(() => {
    const life = new AbortController()
    connection
      .reach(() => ask(life.signal), life.signal)
      .then(
        (answer) => (asked.value = answer),
        (error: unknown) => {
          if (!life.signal.aborted) failure.value = failureOf(error)
        },
      )
    return () => life.abort()
  }, [])

  return (
    <>
      <p class="dialog-text" aria-busy={asked.value === undefined}>
        {asked.value?.question ?? text.loading}
      </p>
      <FailureNote failure={failure.value ?? folderActs.problem.value} />
      <div class="dialog-acts">
        <button type="button" class="button" onClick={folderActs.close}>
          {text.cancel}
        </button>
        <button
          type="button"
          class={`button ${isPermanent ? 'danger' : 'primary'}`}
          disabled={asked.value === undefined || folderActs.isBusy.value}
          onClick={() => asked.value?.run()}
        >
          {confirm}
        </button>
        {children}
      </div>
    </>
  )
}

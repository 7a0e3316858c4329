import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import { FailureNote } from '../notice/failure.tsx'

/** What is asked, and what is done when the user agrees. */
export interface OpenQuestion {
  readonly question: string
  readonly run: () => void
}

interface FolderQuestionProps {
  /** The server counts first: the page does not know what hidden folders hold. */
  readonly loadQuestion: (signal: AbortSignal) => Promise<OpenQuestion>
  readonly confirm: string
  readonly isPermanent?: boolean
  /** Buttons of other ways. */
  readonly children?: ComponentChildren
}

/** Asks before something is done to all that a folder holds. */
export function FolderQuestion({
  loadQuestion,
  confirm,
  isPermanent = false,
  children,
}: FolderQuestionProps) {
  const { connection, folderActions, text } = useApp()
  const question = useSignal<OpenQuestion | undefined>(undefined)
  const failure = useSignal<Failure | undefined>(undefined)

  useEffect(() => {
    const life = new AbortController()
    connection
      .reach(() => loadQuestion(life.signal), life.signal)
      .then(
        (response) => (question.value = response),
        (error: unknown) => {
          if (!life.signal.aborted) failure.value = failureOf(error)
        },
      )
    return () => life.abort()
  }, [])

  return (
    <>
      <p class="dialog-text" aria-busy={question.value === undefined}>
        {question.value?.question ?? text.loading}
      </p>
      <FailureNote failure={failure.value ?? folderActions.problem.value} />
      <div class="dialog-acts">
        <button type="button" class="button" onClick={folderActions.close}>
          {text.cancel}
        </button>
        <button
          type="button"
          class={`button ${isPermanent ? 'danger' : 'primary'}`}
          disabled={question.value === undefined || folderActions.isBusy.value}
          onClick={() => question.value?.run()}
        >
          {confirm}
        </button>
        {children}
      </div>
    </>
  )
}

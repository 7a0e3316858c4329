import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { SessionEnd } from '../../state/session.ts'
import { reasonOf } from '../../wire/problem.ts'
import { useApp } from '../app-context.ts'
import { Logo } from '../icon/logo.tsx'

/** Stands above the page when the session is over. What was being written stays where it is. */
export function SessionLayer() {
  const { session } = useApp()
  const end = session.end.value
  return end === undefined ? null : <EndedSession end={end} />
}

function EndedSession({ end }: { readonly end: SessionEnd }) {
  const { env, text, session } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const problem = useSignal('')
  const isBusy = useSignal(false)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  async function attempt(
    act: (signal: AbortSignal) => Promise<boolean>,
    refusal: string,
  ): Promise<void> {
    isBusy.value = true
    problem.value = ''
    try {
      if (!(await act(new AbortController().signal))) problem.value = refusal
    } catch (error) {
      problem.value = reasonOf(error)
    } finally {
      isBusy.value = false
    }
  }

  return (
    <dialog
      ref={dialog}
      class="dialog session-layer"
      aria-label={text.sessionEnded}
      onCancel={(event) => event.preventDefault()}
    >
      <div class="dialog-card">
        <Logo size={40} />
        <h2>{text.sessionEnded}</h2>
        <p>{end.message}</p>
        <p class="dialog-text">{text.textKept}</p>
        {problem.value === '' ? null : (
          <p class="composer-problem" role="alert">
            {problem.value}
          </p>
        )}
        {end.canSignInHere ? (
          <PasswordForm
            isBusy={isBusy.value}
            onPassword={(password) =>
              void attempt((abort) => session.signIn(password, abort), text.signInRefused)
            }
          />
        ) : (
          <div class="dialog-acts">
            {env.panelHome === null ? null : (
              <a class="button primary" href={env.panelHome} target="_blank" rel="noopener">
                {text.goToPanel}
              </a>
            )}
            <button
              type="button"
              class="button"
              disabled={isBusy.value}
              onClick={() => void attempt(session.tryResume, text.stillEnded)}
            >
              {text.continueHere}
            </button>
          </div>
        )}
      </div>
    </dialog>
  )
}

interface PasswordFormProps {
  readonly isBusy: boolean
  readonly onPassword: (password: string) => void
}

function PasswordForm({ isBusy, onPassword }: PasswordFormProps) {
  const { text, session } = useApp()
  const field = useRef<HTMLInputElement>(null)

  return (
    <form
      class="session-form"
      onSubmit={(event) => {
        event.preventDefault()
        onPassword(field.current?.value ?? '')
      }}
    >
      <label class="field">
        <span>{text.signInAs(session.user)}</span>
        <input ref={field} type="password" autocomplete="current-password" required />
      </label>
      <button type="submit" class="button primary wide" disabled={isBusy}>
        {isBusy ? text.signingIn : text.signIn}
      </button>
    </form>
  )
}

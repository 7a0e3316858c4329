import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { SessionOver } from '../../state/session/session.ts'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import { useApp } from '../../app/app-context.ts'
import { FailureNote } from '../notice/failure.tsx'
import { Logo } from '../icon/icon.tsx'

/** Stands above the page when the session is over. What was being written stays where it is. */
export function SessionLayer() {
  const { session } = useApp()
  const end = session.end.value
  return end === undefined ? null : <EndedSession end={end} />
}

function EndedSession({ end }: { readonly end: SessionOver }) {
  const { text, session } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const problem = useSignal<Failure | undefined>(undefined)
  const isBusy = useSignal(false)
  const isCodeNeeded = useSignal(false)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  /** What `action` answers is the problem to be told, if any. */
  async function attempt(
    action: (signal: AbortSignal) => Promise<Failure | undefined>,
  ): Promise<void> {
    isBusy.value = true
    problem.value = undefined
    try {
      problem.value = await action(new AbortController().signal)
    } catch (error) {
      problem.value = failureOf(error)
    } finally {
      isBusy.value = false
    }
  }
  const signIn = (secret: string) =>
    attempt(async (abort) => {
      const outcome = isCodeNeeded.value
        ? await session.signInWithCode(secret, abort)
        : await session.signIn(secret, abort)
      if (outcome.kind === 'back') return undefined
      isCodeNeeded.value ||= outcome.kind === 'code_needed'
      if (outcome.kind === 'code_needed') return undefined
      if (outcome.kind === 'password_refused') return { message: text.signInRefused }
      return outcome.failure ?? { message: text.signInFailed }
    })
  const resume = () =>
    attempt(async (abort) =>
      (await session.tryResume(abort)) ? undefined : { message: text.stillEnded },
    )
  const title = end.otherUser === undefined ? text.sessionEnded : text.otherSignedIn

  return (
    <dialog
      ref={dialog}
      class="dialog session-layer"
      aria-label={title}
      onCancel={(event) => event.preventDefault()}
    >
      <div class="dialog-card">
        <Logo size={40} />
        <h2>{title}</h2>
        <p>
          {end.otherUser === undefined
            ? end.message
            : text.otherTookPlace({ other: end.otherUser, own: session.user })}
        </p>
        <p class="dialog-text">{text.textKept}</p>
        <FailureNote failure={problem.value} />
        {end.otherUser === undefined ? null : <OtherUser user={end.otherUser} />}
        {end.canSignInHere ? (
          <SecretForm
            key={String(isCodeNeeded.value)}
            isCode={isCodeNeeded.value}
            isBusy={isBusy.value}
            onSecret={(secret) => void signIn(secret)}
          />
        ) : (
          <PanelWay isBusy={isBusy.value} onResume={() => void resume()} />
        )}
      </div>
    </dialog>
  )
}

/** The way to the page of who is signed in now, and what the form below would do to it. */
function OtherUser({ user }: { readonly user: string }) {
  const { text } = useApp()
  return (
    <>
      <a class="button wide" href="?_task=mail">
        {text.goToOther({ other: user })}
      </a>
      <p class="dialog-text">{text.otherWillEnd({ other: user })}</p>
    </>
  )
}

/** For a session that only the panel can return. */
function PanelWay({
  isBusy,
  onResume,
}: {
  readonly isBusy: boolean
  readonly onResume: () => void
}) {
  const { env, text } = useApp()
  return (
    <div class="dialog-acts">
      {env.panelHome === null ? null : (
        <a class="button primary" href={env.panelHome} target="_blank" rel="noopener">
          {text.goToPanel}
        </a>
      )}
      <button type="button" class="button" disabled={isBusy} onClick={onResume}>
        {text.continueHere}
      </button>
    </div>
  )
}

interface SecretFormProps {
  readonly isBusy: boolean
  readonly isCode: boolean
  readonly onSecret: (secret: string) => void
}

/** Requests the password, then for a code where one has to follow. */
function SecretForm({ isBusy, isCode, onSecret }: SecretFormProps) {
  const { text, session } = useApp()
  const field = useRef<HTMLInputElement>(null)

  return (
    <form
      class="session-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSecret(field.current?.value ?? '')
      }}
    >
      <label class="field">
        <span>{isCode ? text.signInCode : text.signInAs({ user: session.user })}</span>
        {isCode ? (
          <input ref={field} type="text" autocomplete="one-time-code" autoFocus required />
        ) : (
          <input ref={field} type="password" autocomplete="current-password" required />
        )}
      </label>
      <button type="submit" class="button primary wide" disabled={isBusy}>
        {isBusy ? text.signingIn : text.signIn}
      </button>
    </form>
  )
}

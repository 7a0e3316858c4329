import { useSignal } from '@preact/signals'
import type { NativeInvitation } from '../../../../wire/native/types.ts'
import { useApp } from '../../../app/app-context.ts'
import { FailureNote } from '../../notice/failure.tsx'
import { SubmitButton } from '../editable.tsx'
import { useSettings } from '../context.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecretSetting, TextSetting } from '../controls.tsx'

type Step =
  | { readonly kind: 'on' | 'off' }
  | { readonly kind: 'invited'; readonly invitation: NativeInvitation }
  | { readonly kind: 'recovery'; readonly codes: readonly string[] }

/** Codes of an app after the password: set up, shown how to be recovered, turned off. */
export function SecondFactor() {
  const { settings } = useApp()
  const { own, texts } = useSettings()
  const isRequired = settings.settings.value?.isSecondFactorRequired === true
  const initialState = settings.settings.value?.hasSecondFactor === true ? 'on' : 'off'
  const step = useSignal<Step | undefined>(undefined)
  const shown: Step = step.value ?? { kind: initialState }
  const goTo = (next: Step) => {
    step.value = next
    // What the pages know of it is no longer so.
    settings.changedHere()
  }

  switch (shown.kind) {
    case 'off':
      return (
        <SecretsForm
          note={texts.secondFactorNote}
          submit={texts.secondFactorBegin}
          onSubmit={async ({ present }) => {
            const invitation = await own.beginSecondFactor(present)
            if (invitation !== undefined) step.value = { kind: 'invited', invitation }
          }}
        />
      )
    case 'invited':
      return (
        <Invited
          invitation={shown.invitation}
          onCodes={(codes) => goTo({ kind: 'recovery', codes })}
        />
      )
    case 'recovery':
      return <RecoveryCodes codes={shown.codes} onDone={() => (step.value = { kind: 'on' })} />
    case 'on':
      return (
        <SecretsForm
          key="on"
          note={isRequired ? texts.secondFactorEndRequired : texts.secondFactorOn}
          submit={texts.secondFactorEnd}
          hasCode
          onSubmit={async ({ present, code }) => {
            if ((await own.endSecondFactor(present, code)) === true) goTo({ kind: 'off' })
          }}
        />
      )
  }
}

interface SecretsFormProps {
  readonly note: string
  readonly submit: string
  readonly hasCode?: boolean
  readonly onSubmit: (secrets: { readonly present: string; readonly code: string }) => Promise<void>
}

/** Requests the password, and for a code where one has to be shown. */
function SecretsForm({ note, submit, hasCode = false, onSubmit }: SecretsFormProps) {
  const { session } = useApp()
  const { own, texts } = useSettings()
  const fields = useSignal({ present: '', code: '' })

  return (
    <form
      class="identity-form"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(fields.value)
      }}
    >
      <p class="dialog-text" role="status">
        {note}
      </p>
      <FailureNote failure={own.problem.value} />
      <input type="hidden" autocomplete="username" value={session.user} />
      <SecretSetting
        label={texts.presentPassword}
        autocomplete="current-password"
        value={fields.value.present}
        onEdit={(present) => (fields.value = { ...fields.value, present })}
      />
      {hasCode ? (
        <TextSetting
          isRequired
          label={texts.secondFactorCode}
          value={fields.value.code}
          onEdit={(code) => (fields.value = { ...fields.value, code })}
        />
      ) : null}
      <div class="dialog-acts">
        <button
          type="submit"
          class={hasCode ? 'button danger' : 'button primary'}
          disabled={own.isBusy.value}
        >
          {submit}
        </button>
      </div>
    </form>
  )
}

interface InvitedProps {
  readonly invitation: NativeInvitation
  readonly onCodes: (codes: readonly string[]) => void
}

function Invited({ invitation, onCodes }: InvitedProps) {
  const { own, texts } = useSettings()
  const code = useSignal('')

  async function confirm(): Promise<void> {
    const codes = await own.confirmSecondFactor(invitation.ticket, code.value)
    if (codes !== undefined) onCodes(codes)
  }

  return (
    <form
      class="identity-form"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <p class="dialog-text">{texts.secondFactorScan}</p>
      <img class="factor-picture" src={invitation.picture} alt="" />
      <p class="dialog-text">
        {texts.secondFactorSecret}: <code dir="ltr">{inGroups(invitation.secret)}</code>
      </p>
      <p class="factor-address">
        <a href={invitation.address} dir="ltr">
          {invitation.address}
        </a>
      </p>
      <FailureNote failure={own.problem.value} />
      <TextSetting
        isRequired
        label={texts.secondFactorCode}
        value={code.value}
        onEdit={(typed) => (code.value = typed)}
      />
      <div class="dialog-acts">
        <SubmitButton isBusy={own.isBusy.value}>{texts.secondFactorConfirm}</SubmitButton>
      </div>
    </form>
  )
}

function inGroups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}

import { useSignal } from '@preact/signals'
import type { NativePasswordChanged } from '../../../../wire/native/types.ts'
import type { Failure } from '../../../wire/http/problem.ts'
import { useApp } from '../../../app/app-context.ts'
import { FailureNote } from '../../notice/failure.tsx'
import { SubmitButton } from '../editable.tsx'
import { useSettings } from '../context.ts'
import { SecretSetting } from '../controls.tsx'

const empty = { present: '', wanted: '', repeated: '' }

/** Changes the password of the mailbox. What was typed is forgotten once it is changed. */
export function PasswordForm() {
  const { settings, session } = useApp()
  const { own, texts } = useSettings()
  const fields = useSignal(empty)
  const problem = useSignal<Failure | undefined>(undefined)
  const done = useSignal<string | undefined>(undefined)
  const isByPanel = settings.settings.value?.isSignedInByPanel === true
  const minLength = settings.settings.value?.passwordMinLength ?? 0
  const edit = (name: keyof typeof empty) => (value: string) =>
    void (fields.value = { ...fields.value, [name]: value })

  async function change(): Promise<void> {
    const { present, wanted, repeated } = fields.value
    done.value = undefined
    problem.value = wanted === repeated ? undefined : { message: texts.passwordsDiffer }
    own.forgetProblem()
    if (wanted !== repeated) return
    const changed = await own.changePassword({ present, wanted })
    if (changed === undefined) return
    fields.value = empty
    done.value = changedText(changed)
  }

  /** Sessions that the panel starts it may begin again. */
  function changedText({ areOthersEnded }: NativePasswordChanged): string {
    if (isByPanel) return texts.passwordChangedByPanel
    return areOthersEnded ? texts.passwordChanged : texts.passwordChangedHere
  }

  return (
    <form
      class="identity-form"
      onSubmit={(event) => {
        event.preventDefault()
        void change()
      }}
    >
      <p class="dialog-text">{isByPanel ? texts.passwordNoteByPanel : texts.passwordNote}</p>
      <FailureNote failure={problem.value ?? own.problem.value} />
      <p class="dialog-text setting-done" role="status">
        {done.value}
      </p>
      {/* For who keeps passwords: whose it is. */}
      <input type="hidden" autocomplete="username" value={session.user} />
      <SecretSetting
        label={texts.presentPassword}
        autocomplete="current-password"
        value={fields.value.present}
        onEdit={edit('present')}
      />
      <SecretSetting
        label={texts.newPassword}
        note={texts.newPasswordNote({ least: minLength })}
        autocomplete="new-password"
        minLength={minLength}
        value={fields.value.wanted}
        onEdit={edit('wanted')}
      />
      <SecretSetting
        label={texts.repeatPassword}
        autocomplete="new-password"
        value={fields.value.repeated}
        onEdit={edit('repeated')}
      />
      <div class="dialog-acts">
        <SubmitButton isBusy={own.isBusy.value}>{texts.changePassword}</SubmitButton>
      </div>
    </form>
  )
}

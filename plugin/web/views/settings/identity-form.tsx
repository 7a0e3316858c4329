import { useSignal } from '@preact/signals'
import { FIELD_LIMITS } from '../../../settings/field-limits.ts'
import type { NativeIdentity } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { emptyIdentity, hasChanges, type IdentityFields } from '../../state/settings/edits.ts'
import { useUnsaved } from '../dialog/unsaved-question.tsx'
import { useSettings } from './context.ts'
import { Choice, TextSetting } from './controls.tsx'
import { FormActions } from './editable.tsx'
import { SignatureField } from './signature-field.tsx'

interface IdentityFormProps {
  readonly id: string
  readonly seen: NativeIdentity | undefined
  readonly onEnd: () => void
}

/** An identity being written; what was typed stays until the server has it. */
export function IdentityForm({ id, seen, onEnd }: IdentityFormProps) {
  const { settings } = useApp()
  const { edits, texts } = useSettings()
  const senders = settings.settings.value?.senders ?? { addresses: [], isAnyAllowed: false }
  const first: IdentityFields = seen ?? { ...emptyIdentity, address: senders.addresses[0] ?? '' }
  const fields = useSignal<IdentityFields>(first)
  const edit = (change: Partial<IdentityFields>) => {
    fields.value = { ...fields.value, ...change }
  }
  const { name, address, replyTo, bcc, organisation, signature, formattedSignature } = fields.value
  useUnsaved(hasChanges(first, fields.value))

  return (
    <form
      class="identity-form"
      onSubmit={(event) => {
        event.preventDefault()
        void edits.saveIdentity(id, seen, fields.value).then((isSaved) => {
          if (isSaved) onEnd()
        })
      }}
    >
      <TextSetting
        maxLength={FIELD_LIMITS.name}
        label={texts.name}
        value={name}
        onEdit={(value) => edit({ name: value })}
      />
      {senders.isAnyAllowed ? (
        <TextSetting
          isRequired
          label={texts.address}
          type="email"
          maxLength={FIELD_LIMITS.address}
          value={address}
          onEdit={(value) => edit({ address: value.trim() })}
        />
      ) : (
        <Choice
          label={texts.address}
          value={address}
          options={[...new Set([...senders.addresses, address])].map((one) => [one, one] as const)}
          onChoose={(value) => edit({ address: value })}
        />
      )}
      <TextSetting
        label={texts.replyTo}
        note={texts.replyToNote}
        type="email"
        maxLength={FIELD_LIMITS.address}
        value={replyTo}
        onEdit={(value) => edit({ replyTo: value.trim() })}
      />
      <TextSetting
        label={texts.bcc}
        type="email"
        maxLength={FIELD_LIMITS.address}
        value={bcc}
        onEdit={(value) => edit({ bcc: value.trim() })}
      />
      <TextSetting
        maxLength={FIELD_LIMITS.name}
        label={texts.organisation}
        value={organisation}
        onEdit={(value) => edit({ organisation: value })}
      />
      <SignatureField signature={signature} formatted={formattedSignature} onEdit={edit} />
      <FormActions
        isBusy={edits.isBusy.value}
        onCancel={() => {
          edits.forgetProblem()
          onEnd()
        }}
      />
    </form>
  )
}

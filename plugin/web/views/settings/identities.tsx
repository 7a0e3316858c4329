import { useSignal } from '@preact/signals'
import type { NativeIdentity } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { newId } from '../../browser/new-id.ts'
import { defaultIdentityOf } from '../../state/settings/settings.ts'
import { useSettings } from './context.ts'
import { EditableRow } from './editable.tsx'
import { IdentityForm } from './identity-form.tsx'

interface Edited {
  readonly id: string
  /** undefined: a new one. */
  readonly seen: NativeIdentity | undefined
}

/** Who the owner writes as. */
export function Identities() {
  const { settings, laterText } = useApp()
  const { edits, texts } = useSettings()
  const edited = useSignal<Edited | undefined>(undefined)
  const loaded = settings.settings.value
  if (loaded === undefined) return null
  const defaultIdentity = defaultIdentityOf(loaded)

  if (edited.value !== undefined) {
    const { id, seen } = edited.value
    return <IdentityForm {...{ id, seen }} onEnd={() => (edited.value = undefined)} />
  }
  return (
    <>
      <p class="dialog-text">
        {loaded.identities.length === 0 ? texts.noIdentities : texts.identitiesNote}
      </p>
      <ul class="identities">
        {loaded.identities.map((identity) => (
          <EditableRow
            key={identity.id}
            isBusy={edits.isBusy.value}
            edit={{
              label: texts.editIdentity({ name: titleOf(identity) }),
              run: () => (edited.value = { id: identity.id, seen: identity }),
            }}
            remove={{
              label: texts.deleteIdentity({ name: titleOf(identity) }),
              needsConfirmation: laterText.contacts.removeAsk({ name: titleOf(identity) }),
              run: () => void edits.removeIdentity(identity.id),
            }}
          >
            <IdentityName identity={identity} isDefault={identity.id === defaultIdentity?.id} />
          </EditableRow>
        ))}
      </ul>
      <button
        type="button"
        class="button"
        onClick={() => (edited.value = { id: newId(window.crypto), seen: undefined })}
      >
        {texts.addIdentity}
      </button>
    </>
  )
}

interface IdentityNameProps {
  readonly identity: NativeIdentity
  readonly isDefault: boolean
}

function IdentityName({ identity, isDefault }: IdentityNameProps) {
  const { edits, texts } = useSettings()
  return (
    <label class="identity-name">
      <input
        type="radio"
        name="usual-identity"
        checked={isDefault}
        aria-label={texts.useForNew({ name: titleOf(identity) })}
        onChange={() => void edits.prefer('defaultIdentity', identity.id)}
      />
      <span>
        <strong>{titleOf(identity)}</strong>
        <small>{isDefault ? `${identity.address} · ${texts.isUsual}` : identity.address}</small>
      </span>
    </label>
  )
}

function titleOf({ name, address }: NativeIdentity): string {
  return name === '' ? address : name
}

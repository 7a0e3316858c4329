import { useSignal } from '@preact/signals'
import type { NativeIdentity } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { newId } from '../../browser/new-id.ts'
import { usualIdentity } from '../../state/settings/settings.ts'
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
  const { edits, words } = useSettings()
  const edited = useSignal<Edited | undefined>(undefined)
  const known = settings.known.value
  if (known === undefined) return null
  const usual = usualIdentity(known)

  if (edited.value !== undefined) {
    const { id, seen } = edited.value
    return <IdentityForm {...{ id, seen }} onEnd={() => (edited.value = undefined)} />
  }
  return (
    <>
      <p class="dialog-text">
        {known.identities.length === 0 ? words.noIdentities : words.identitiesNote}
      </p>
      <ul class="identities">
        {known.identities.map((identity) => (
          <EditableRow
            key={identity.id}
            isBusy={edits.isBusy.value}
            edit={{
              label: words.editIdentity({ name: titleOf(identity) }),
              run: () => (edited.value = { id: identity.id, seen: identity }),
            }}
            remove={{
              label: words.deleteIdentity({ name: titleOf(identity) }),
              asks: laterText.contacts.removeAsk({ name: titleOf(identity) }),
              run: () => void edits.removeIdentity(identity.id),
            }}
          >
            <IdentityName identity={identity} isUsual={identity.id === usual?.id} />
          </EditableRow>
        ))}
      </ul>
      <button
        type="button"
        class="button"
        onClick={() => (edited.value = { id: newId(window.crypto), seen: undefined })}
      >
        {words.addIdentity}
      </button>
    </>
  )
}

interface IdentityNameProps {
  readonly identity: NativeIdentity
  readonly isUsual: boolean
}

function IdentityName({ identity, isUsual }: IdentityNameProps) {
  const { edits, words } = useSettings()
  return (
    <label class="identity-name">
      <input
        type="radio"
        name="usual-identity"
        checked={isUsual}
        aria-label={words.useForNew({ name: titleOf(identity) })}
        onChange={() => void edits.prefer('defaultIdentity', identity.id)}
      />
      <span>
        <strong>{titleOf(identity)}</strong>
        <small>{isUsual ? `${identity.address} · ${words.isUsual}` : identity.address}</small>
      </span>
    </label>
  )
}

function titleOf({ name, address }: NativeIdentity): string {
  return name === '' ? address : name
}

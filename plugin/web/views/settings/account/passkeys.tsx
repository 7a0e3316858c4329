import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { NativePasskeys } from '../../../../wire/native/types.ts'
import { useApp } from '../../../app/app-context.ts'
import { formatFullDate } from '../../../texts/format.ts'
import { canUsePasskeys, createPasskey } from '../../../browser/webauthn.ts'
import { RemovalQuestion, useConfirmation } from '../../dialog/removal-question.tsx'
import { FailureNote } from '../../notice/failure.tsx'
import { useSettings } from '../context.ts'
import { SecretSetting, TextSetting } from '../controls.tsx'

type Passkey = NativePasskeys['passkeys'][number]

/** The passkeys of the owner: the password adds one, and takes one away. */
export function Passkeys() {
  const { session } = useApp()
  const { own, texts } = useSettings()
  const fields = useSignal({ present: '', name: '' })
  useEffect(() => void own.loadPasskeys(), [])
  const { present, name } = fields.value

  async function add(): Promise<void> {
    const wanted = { present, name, create: createPasskey, failed: texts.passkeyFailed }
    if (await own.addPasskey(wanted)) fields.value = { present: '', name: '' }
  }

  async function remove(id: string): Promise<void> {
    if (await own.removePasskey(id, present)) fields.value = { present: '', name }
  }

  return (
    <form
      class="identity-form"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <p class="dialog-text">{texts.passkeysNote}</p>
      {canUsePasskeys() ? null : (
        <p class="dialog-text" role="status">
          {texts.passkeyUnsupported}
        </p>
      )}
      <FailureNote failure={own.problem.value} />
      <input type="hidden" autocomplete="username" value={session.user} />
      <SecretSetting
        label={texts.presentPassword}
        autocomplete="current-password"
        value={present}
        onEdit={(typed) => (fields.value = { present: typed, name })}
      />
      <ul class="identities">
        {(own.passkeys.value?.passkeys ?? []).map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            isLocked={present === '' || own.isBusy.value}
            onRemove={() => void remove(passkey.id)}
          />
        ))}
      </ul>
      <TextSetting
        isRequired
        label={texts.passkeyName}
        value={name}
        onEdit={(typed) => (fields.value = { present, name: typed })}
      />
      <div class="dialog-acts">
        <button
          type="submit"
          class="button primary"
          disabled={own.isBusy.value || !canUsePasskeys()}
        >
          {texts.passkeyAdd}
        </button>
      </div>
    </form>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly isLocked: boolean
  readonly onRemove: () => void
}

function PasskeyRow({ passkey, isLocked, onRemove }: PasskeyRowProps) {
  const { laterText } = useApp()
  const { texts } = useSettings()
  const { isConfirming, opener, confirm, takeBack } = useConfirmation()
  const { name, domain, madeAt, usedAt } = passkey
  const used =
    usedAt === null ? texts.passkeyUnused : texts.sessionUsed({ date: formatFullDate(usedAt) })

  if (isConfirming) {
    return (
      <li class="identity">
        <RemovalQuestion
          needsConfirmation={laterText.contacts.removeAsk({ name })}
          isBusy={isLocked}
          onTakeBack={takeBack}
          onRemove={() => {
            takeBack()
            onRemove()
          }}
        />
      </li>
    )
  }
  return (
    <li class="identity">
      <span class="session-name">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <small>
          <bdi>{domain}</bdi>
          {` · ${texts.passkeyMade({ date: formatFullDate(madeAt) })}`}
        </small>
        <small>{used}</small>
      </span>
      <button ref={opener} type="button" class="button small" disabled={isLocked} onClick={confirm}>
        {texts.passkeyRemove({ name })}
      </button>
    </li>
  )
}

import { useSignal } from '@preact/signals'
import { useApp } from '../../app/app-context.ts'
import { useSettings } from './context.ts'
import { TextSetting } from './controls.tsx'
import { EditableRow } from './editable.tsx'

/** The senders whose images are shown without asking. */
export function TrustedSenders() {
  const { settings } = useApp()
  const { edits, texts } = useSettings()
  const typed = useSignal('')
  const { trustedSenders } = settings.preferences.value

  async function add(): Promise<void> {
    const address = typed.value.trim().toLowerCase()
    const isThere = trustedSenders.includes(address)
    if (isThere || (await edits.prefer('trustedSenders', [...trustedSenders, address]))) {
      typed.value = ''
    }
  }

  return (
    <fieldset class="setting setting-group">
      <legend>{texts.trustedSenders}</legend>
      <ul class="identities">
        {trustedSenders.map((address) => (
          <EditableRow
            key={address}
            isBusy={edits.isBusy.value}
            remove={{
              label: texts.forgetSender({ address }),
              run: () => {
                const others = trustedSenders.filter((one) => one !== address)
                void edits.prefer('trustedSenders', others)
              },
            }}
          >
            <span class="session-name">
              <bdi>{address}</bdi>
            </span>
          </EditableRow>
        ))}
      </ul>
      <form
        class="setting-line"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextSetting
          isRequired
          type="email"
          label={texts.trustedAddress}
          value={typed.value}
          onEdit={(value) => (typed.value = value)}
        />
        <button type="submit" class="button" disabled={edits.isBusy.value}>
          {texts.trustSender}
        </button>
      </form>
    </fieldset>
  )
}

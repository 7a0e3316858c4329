import { useSignal } from '@preact/signals'
import { keyBindings } from '../../app/keyboard.ts'
import type { KeyName } from '../../app/keys.ts'
import { useApp } from '../../app/app-context.ts'
import { useSettings } from './context.ts'

/** The keys that can be changed, each as a field of one character; a key does one thing. */
export function KeySettings() {
  const { text, laterText, keys, settings } = useApp()
  const { edits, texts } = useSettings()
  const labels = { ...text, ...laterText.mail }
  const conflict = useSignal('')
  const chosen = settings.preferences.value.keys

  async function choose(name: KeyName, typed: string): Promise<void> {
    // The last one: what was there is before it.
    const key = Array.from(typed.toLowerCase()).at(-1)
    conflict.value = ''
    if (key === undefined || key === keys.value[name]) return
    if (key.trim() === '') {
      conflict.value = texts.keySpace
      return
    }
    const other = keyBindings.find((one) => one.name !== undefined && keys.value[one.name] === key)
    if (other !== undefined) conflict.value = texts.keyTaken({ key, act: other.label(labels) })
    else await edits.prefer('keys', { ...chosen, [name]: key })
  }

  return (
    <>
      <p class="dialog-text">{texts.keysNote}</p>
      <p role="alert" class="key-conflict">
        {conflict.value}
      </p>
      {keyBindings.map(({ name, label }) =>
        name === undefined ? null : (
          <KeyField
            key={name}
            label={label(labels)}
            onChoose={(typed) => choose(name, typed)}
            value={keys.value[name]}
          />
        ),
      )}
      <button
        type="button"
        class="button"
        disabled={Object.keys(chosen).length === 0}
        onClick={() => {
          conflict.value = ''
          void edits.prefer('keys', {})
        }}
      >
        {texts.keysUsual}
      </button>
    </>
  )
}

interface KeyFieldProps {
  readonly label: string
  readonly value: string
  readonly onChoose: (typed: string) => Promise<void>
}

function KeyField({ label, value, onChoose }: KeyFieldProps) {
  return (
    <label class="setting key-setting">
      <input
        type="text"
        size={2}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => {
          const typed = currentTarget.value
          // What holds, until the server has the change.
          currentTarget.value = value
          currentTarget.select()
          void onChoose(typed)
        }}
      />
      {label}
    </label>
  )
}

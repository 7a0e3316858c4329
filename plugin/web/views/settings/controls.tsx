import { useId } from 'preact/hooks'

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly onChoose: (value: Value) => void
}

/** One of several. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, onChoose } = props
  return (
    <label class="field setting">
      {label}
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find(([option]) => option === currentTarget.value)
          if (chosen !== undefined) onChoose(chosen[0])
        }}
      >
        {options.map(([option, texts]) => (
          <option key={option} value={option}>
            {texts}
          </option>
        ))}
      </select>
    </label>
  )
}

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** On or off. */
export function Switch({ label, isOn, onSwitch }: SwitchProps) {
  return (
    <label class="setting setting-switch">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}

interface TextSettingProps {
  readonly label: string
  readonly note?: string
  readonly value: string
  readonly type?: 'text' | 'email'
  readonly isRequired?: boolean
  /** Of characters, as the server takes them. */
  readonly maxLength?: number
  readonly lines?: number
  readonly onEdit: (value: string) => void
}

/** A line of text, or several. */
export function TextSetting(props: TextSettingProps) {
  const {
    label,
    note,
    value,
    type = 'text',
    isRequired = false,
    lines = 1,
    onEdit,
    maxLength,
  } = props
  const noteId = useId()
  const common = {
    dir: 'auto',
    value,
    maxLength,
    'aria-describedby': note === undefined ? undefined : noteId,
  } as const
  const line = { ...common, autocomplete: 'off', required: isRequired } as const
  // What is nothing but spaces is no name.
  const pattern = isRequired ? String.raw`.*\S.*` : undefined
  return (
    <div class="field setting">
      <label>
        {label}
        {lines > 1 ? (
          <textarea
            {...common}
            required={isRequired}
            rows={lines}
            onInput={(event) => onEdit(event.currentTarget.value)}
          />
        ) : type === 'email' ? (
          <input {...line} type="email" onInput={(event) => onEdit(event.currentTarget.value)} />
        ) : (
          <input
            {...line}
            type="text"
            pattern={pattern}
            onInput={(event) => onEdit(event.currentTarget.value)}
          />
        )}
      </label>
      {note === undefined ? null : <small id={noteId}>{note}</small>}
    </div>
  )
}

interface SecretSettingProps {
  readonly label: string
  readonly note?: string
  readonly autocomplete: 'current-password' | 'new-password'
  readonly minLength?: number
  readonly value: string
  readonly onEdit: (value: string) => void
}

/** A password being typed. */
export function SecretSetting(props: SecretSettingProps) {
  const { label, note, autocomplete, minLength, value, onEdit } = props
  const noteId = `note-${autocomplete}`
  return (
    <div class="field setting">
      <label>
        {label}
        <input
          type="password"
          required
          autocomplete={autocomplete}
          minLength={minLength}
          maxLength={1_024}
          value={value}
          aria-describedby={note === undefined ? undefined : noteId}
          onInput={(event) => onEdit(event.currentTarget.value)}
        />
      </label>
      {note === undefined ? null : <small id={noteId}>{note}</small>}
    </div>
  )
}

interface NumberSettingProps {
  readonly label: string
  readonly most: number
  readonly value: number
  readonly onEdit: (value: number) => void
}

/** A whole number from 0 on. */
export function NumberSetting({ label, most, value, onEdit }: NumberSettingProps) {
  return (
    <label class="field setting">
      {label}
      <input
        type="number"
        required
        min={0}
        max={most}
        step={1}
        value={value}
        onInput={({ currentTarget }) => {
          const { valueAsNumber: typed } = currentTarget
          if (Number.isInteger(typed)) onEdit(typed)
        }}
      />
    </label>
  )
}

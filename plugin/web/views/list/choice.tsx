interface ChoiceProps<Name extends string> {
  readonly label: string
  /** In the order they are offered. */
  readonly names: readonly Name[]
  readonly texts: Readonly<Record<Name, string>>
  readonly value: Name
  readonly onChoose: (name: Name) => void
}

/** One of a few named things, as a menu of the browser. */
export function Choice<Name extends string>(props: ChoiceProps<Name>) {
  const { label, names, texts, value, onChoose } = props

  return (
    <select
      class="choice"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = names.find((name) => name === currentTarget.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {texts[name]}
        </option>
      ))}
    </select>
  )
}

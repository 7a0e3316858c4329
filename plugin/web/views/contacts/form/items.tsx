import { useRef } from 'preact/hooks'
import { CONTACT_LIMITS } from '../../../../contacts/contact-limits.ts'
import { IconButton } from '../../icon/icon-button.tsx'
import { useContacts } from '../context.ts'
import { useAddedFocus } from './added-focus.ts'

interface Item {
  readonly value: string
  readonly label: string
}

interface LabelledItemsProps {
  readonly legend: string
  readonly type: 'email' | 'tel' | 'url'
  readonly items: readonly Item[]
  /** Names the field at a place, from 1. */
  readonly nameOf: (values: { readonly place: number }) => string
  readonly add: string
  readonly onEdit: (items: readonly Item[]) => void
}

/** Fields of what a contact has several of, each with its label. */
export function LabelledItems({ legend, type, items, nameOf, add, onEdit }: LabelledItemsProps) {
  const { texts } = useContacts()
  const list = useRef<HTMLFieldSetElement>(null)
  const noteAdding = useAddedFocus(list, items.length, 'input')
  const edit = (at: number, change: Partial<Item>) =>
    onEdit(items.map((item, index) => (index === at ? { ...item, ...change } : item)))

  return (
    <fieldset ref={list} class="contact-items">
      <legend>{legend}</legend>
      {items.map(({ value, label }, index) => {
        const name = nameOf({ place: index + 1 })
        const known = Object.entries(texts.labels)
        return (
          <div key={index} class="contact-item">
            <input
              type="text"
              inputMode={type}
              aria-label={name}
              autocomplete="off"
              maxLength={CONTACT_LIMITS.lineChars}
              value={value}
              onInput={(event) => edit(index, { value: event.currentTarget.value })}
            />
            <select
              aria-label={texts.label({ of: name })}
              value={label}
              onChange={(event) => edit(index, { label: event.currentTarget.value })}
            >
              {known.map(([word, shown]) => (
                <option key={word} value={word}>
                  {shown}
                </option>
              ))}
              {known.some(([word]) => word === label) ? null : (
                <option value={label}>{label}</option>
              )}
            </select>
            <IconButton
              icon="close"
              label={texts.removeItem({ of: name })}
              onClick={() => onEdit(items.filter((_, position) => position !== index))}
            />
          </div>
        )
      })}
      <button
        type="button"
        class="button small quiet"
        onClick={() => {
          noteAdding()
          onEdit([...items, { value: '', label: '' }])
        }}
      >
        {add}
      </button>
    </fieldset>
  )
}

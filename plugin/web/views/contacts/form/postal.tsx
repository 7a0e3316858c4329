import { useRef } from 'preact/hooks'
import { CONTACT_LIMITS } from '../../../../contacts/contact-limits.ts'
import type { NativeContact } from '../../../../wire/native/types.ts'
import { IconButton } from '../../icon/icon-button.tsx'
import { useContacts } from '../context.ts'
import { useAddedFocus } from './added-focus.ts'

type PostalAddress = NativeContact['addresses'][number]

interface PostalAddressesProps {
  readonly addresses: readonly PostalAddress[]
  readonly onEdit: (addresses: readonly PostalAddress[]) => void
}

const lines = ['postcode', 'city', 'region', 'country'] as const
const nothing: PostalAddress = {
  ...{ street: '', postcode: '', city: '', region: '', country: '', label: '' },
}

/** Fields of postal addresses; the street may have several lines. */
export function PostalAddresses({ addresses, onEdit }: PostalAddressesProps) {
  const { texts } = useContacts()
  const list = useRef<HTMLFieldSetElement>(null)
  const noteAdding = useAddedFocus(list, addresses.length, 'textarea')
  const edit = (at: number, change: Partial<PostalAddress>) =>
    onEdit(addresses.map((one, index) => (index === at ? { ...one, ...change } : one)))

  return (
    <fieldset ref={list} class="contact-items">
      <legend>{texts.postals}</legend>
      {addresses.map((address, index) => {
        const name = texts.postalNumber({ place: index + 1 })
        return (
          <div key={index} class="contact-postal" role="group" aria-label={name}>
            <label class="field is-street">
              {texts.street}
              <textarea
                rows={2}
                dir="auto"
                maxLength={CONTACT_LIMITS.lineChars}
                value={address.street}
                onInput={(event) => edit(index, { street: event.currentTarget.value })}
              />
            </label>
            {lines.map((field) => (
              <label key={field} class="field">
                {texts[field]}
                <input
                  type="text"
                  dir="auto"
                  autocomplete="off"
                  maxLength={CONTACT_LIMITS.lineChars}
                  value={address[field]}
                  onInput={(event) => edit(index, { [field]: event.currentTarget.value })}
                />
              </label>
            ))}
            <IconButton
              icon="close"
              label={texts.removeItem({ of: name })}
              onClick={() => onEdit(addresses.filter((_, position) => position !== index))}
            />
          </div>
        )
      })}
      <button
        type="button"
        class="button small quiet"
        onClick={() => {
          noteAdding()
          onEdit([...addresses, nothing])
        }}
      >
        {texts.addPostal}
      </button>
    </fieldset>
  )
}

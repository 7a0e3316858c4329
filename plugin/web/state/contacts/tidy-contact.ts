import type { NativeContact } from '../../../wire/native/types.ts'

/** Without the blanks around what was typed, and without items that are empty. */
export function tidyContact(contact: NativeContact): NativeContact {
  return {
    ...contact,
    name: contact.name.trim(),
    given: contact.given.trim(),
    family: contact.family.trim(),
    organisation: contact.organisation.trim(),
    title: contact.title.trim(),
    nickname: contact.nickname.trim(),
    note: contact.note.trim(),
    emails: contact.emails
      .map(({ address, label }) => ({ address: address.trim(), label }))
      .filter(({ address }) => address !== ''),
    phones: contact.phones
      .map(({ number, label }) => ({ number: number.trim(), label }))
      .filter(({ number }) => number !== ''),
    websites: contact.websites
      .map(({ url, label }) => ({ url: url.trim(), label }))
      .filter(({ url }) => url !== ''),
    addresses: contact.addresses.map(trimmedAddress).filter(isSaid),
  }
}

type PostalAddress = NativeContact['addresses'][number]

function trimmedAddress(address: PostalAddress): PostalAddress {
  const { street, postcode, city, region, country, label } = address
  return {
    street: street.trim(),
    postcode: postcode.trim(),
    city: city.trim(),
    region: region.trim(),
    country: country.trim(),
    label,
  }
}

function isSaid({ street, postcode, city, region, country }: PostalAddress): boolean {
  return [street, postcode, city, region, country].some((part) => part !== '')
}

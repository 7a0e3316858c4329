import type { NativeContact } from '../../../wire/native/types.ts'

/** Without the blanks around what was typed or pasted, nor tabs within, and without items that are empty. */
export function tidyContact(contact: NativeContact): NativeContact {
  return {
    ...contact,
    name: oneLine(contact.name),
    given: oneLine(contact.given),
    family: oneLine(contact.family),
    organisation: oneLine(contact.organisation),
    title: oneLine(contact.title),
    nickname: oneLine(contact.nickname),
    note: lines(contact.note),
    emails: contact.emails
      .map(({ address, label }) => ({ address: oneLine(address), label }))
      .filter(({ address }) => address !== ''),
    phones: contact.phones
      .map(({ number, label }) => ({ number: oneLine(number), label }))
      .filter(({ number }) => number !== ''),
    websites: contact.websites
      .map(({ url, label }) => ({ url: oneLine(url), label }))
      .filter(({ url }) => url !== ''),
    addresses: contact.addresses.map(trimmedAddress).filter(isSaid),
  }
}

type PostalAddress = NativeContact['addresses'][number]

function trimmedAddress(address: PostalAddress): PostalAddress {
  const { street, postcode, city, region, country, label } = address
  return {
    street: lines(street),
    postcode: oneLine(postcode),
    city: oneLine(city),
    region: oneLine(region),
    country: oneLine(country),
    label,
  }
}

function isSaid({ street, postcode, city, region, country }: PostalAddress): boolean {
  return [street, postcode, city, region, country].some((part) => part !== '')
}

/** A cell of a spreadsheet is pasted with its tabs, which no name holds. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

/** The same of a field of several lines. */
function lines(text: string): string {
  return text.replace(/[^\P{Cc}\n]+/gu, ' ').trim()
}

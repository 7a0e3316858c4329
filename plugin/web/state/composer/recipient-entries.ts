import { readTypedAddresses } from '../../../../proxy/address/typed-addresses.ts'

/** One recipient of a field, as it is shown. */
export interface RecipientEntry {
  /** As it was typed. */
  readonly entry: string
  /** The name, else the address. */
  readonly label: string
  /** Not examined. */
  readonly address: string
}

/** A field of recipients: those that are complete, and what is being typed behind them. */
export interface RecipientField {
  readonly entries: readonly RecipientEntry[]
  readonly typed: string
}

/** The text of a field with `typed` at its end; where other text has taken its place, nothing is being typed. */
export function recipientField(text: string, typed: string): RecipientField {
  const isThere = text.endsWith(typed)
  const complete = isThere ? text.slice(0, text.length - typed.length) : text
  const entries = readTypedAddresses(complete).map(({ entry, name = '', address }) => ({
    entry,
    label: name || address || entry,
    address,
  }))
  return { entries, typed: isThere ? typed : '' }
}

/** The text of a field. */
export function recipientText(entries: readonly RecipientEntry[], typed: string): string {
  const all = entries.map(({ entry }) => entry)
  return [...all, ...(typed === '' ? [] : [typed])].join(', ')
}

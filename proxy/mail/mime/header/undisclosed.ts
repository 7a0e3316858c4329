import type { Address } from '../../model/summary.ts'

/** What programs write instead of recipients they do not name: an empty group (RFC 5322 A.1.3), or what others made of one. */
const AS_ADDRESS = /^[\s"'<(]*(?:undisclosed|unlisted)[-_. ]*recipients?[\s:;"']*@/i
const AS_NAME = /^[\s"'<(]*(?:undisclosed|unlisted|recipients? list)(?![\w@])/i

/** Whether a text that should be one recipient says that recipients are not named. */
export function isUndisclosed(text: string): boolean {
  return AS_ADDRESS.test(text) || (!text.includes('@') && AS_NAME.test(text))
}

/** The same of one that a server took for an address. */
export function isUndisclosedAddress({ name, address }: Address): boolean {
  return isUndisclosed(address === '' ? name : address)
}

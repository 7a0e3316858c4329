import type { Attribute } from 'hoodiecrow-imap'

/** The word a parsed argument stands for; undefined for lists, NIL and an argument that is not there. */
export function attributeText(attribute: Attribute | undefined): string | undefined {
  if (typeof attribute === 'string' || typeof attribute === 'number') return `${attribute}`
  if (attribute === undefined || attribute === null || !('value' in attribute)) return undefined
  return attribute.value
}

import { BodyTooLarge } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { FieldChange } from '../../settings/field-merge.ts'
import { FIELD_LIMITS } from '../../settings/field-limits.ts'
import { signatureForms } from '../../settings/signature-forms.ts'
import type { SettingsContext } from '../contract/contexts.ts'

/** Pasted markup shrinks when it is filtered; beyond this it is not looked at. */
const MAX_PASTED = 5 * FIELD_LIMITS.formattedSignature

type Services = Pick<SettingsContext, 'renderer' | 'signal'>

/**
 * The changes of an identity with markup that harms no one, and with its words as the plain signature. Throws
 * Refusal('input_invalid') for markup that is too large.
 */
export async function withSanitizedSignature(
  changes: readonly FieldChange[],
  services: Services,
): Promise<readonly FieldChange[]> {
  const pasted = changes.find(({ name }) => name === 'formattedSignature')?.wanted
  if (typeof pasted !== 'string' || pasted === '') return changes
  const { markup, text } = await bothForms(pasted, services)
  return changes.map((change) => {
    if (change.name === 'formattedSignature') return { ...change, wanted: markup }
    return change.name === 'signature' ? { ...change, wanted: text } : change
  })
}

/** Of what shows nothing both are empty. Throws Refusal('input_invalid'), also for a picture without words: plain text has none. */
async function bothForms(pasted: string, { renderer, signal }: Services) {
  if (pasted.length > MAX_PASTED) throw new Refusal('input_invalid')
  const forms = await signatureForms(pasted, {
    markupOf: (html) => renderer.markupOf(html, signal),
    textOf: (html) => renderer.textOf(html, signal),
  }).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? new Refusal('input_invalid', { cause: error }) : error
  })
  if (forms.text !== '') return forms
  if (forms.markup.includes('<img')) throw new Refusal('input_invalid')
  return { markup: '', text: '' }
}

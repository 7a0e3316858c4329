import { RenderFault, type Renderer } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { FieldChange } from '../../settings/field-merge.ts'
import { MAX_FORMATTED_SIGNATURE } from '../../settings/identity.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import type { FrameResult } from '../result/result.ts'

/** Pasted markup shrinks when it is sanitized; beyond this it is not looked at. */
const MAX_PASTED = 5 * MAX_FORMATTED_SIGNATURE

type Services = Pick<ActionContext, 'renderer' | 'signal'>

/**
 * mail/signature: the formatted signature of an identity as a document for a sandboxed frame, in which the page lets
 * its owner write; an empty one without `id`.
 */
export const signature: Action<{ readonly id: string | undefined }> = {
  method: 'GET',
  async run({ id }, { settings, renderer, signal }): Promise<FrameResult> {
    const { identities } = await settings.read()
    const identity = identities.find((one) => one.id === id)
    if (id !== undefined && identity === undefined) throw new Refusal('identity_gone')
    const request = {
      html: identity?.formattedSignature ?? '',
      inlineImages: new Map<string, string>(),
      // The owner has chosen them.
      showRemoteContent: true,
    }
    const { html, policy } = await renderer.frame(request, signal)
    return { kind: 'frame', html, policy }
  },
}

/**
 * The changes of an identity with markup that harms nobody, and with its words as the plain signature. Throws
 * Refusal('input_invalid') for markup that is too large or too heavy.
 */
export async function withSanitizedSignature(
  changes: readonly FieldChange[],
  services: Services,
): Promise<readonly FieldChange[]> {
  const pasted = changes.find(({ name }) => name === 'formattedSignature')?.wanted
  if (typeof pasted !== 'string' || pasted === '') return changes
  const { html, text } = await bothForms(pasted, services)
  return changes.map((change) => {
    if (change.name === 'formattedSignature') return { ...change, wanted: html }
    return change.name === 'signature' ? { ...change, wanted: text } : change
  })
}

async function bothForms(pasted: string, { renderer, signal }: Services) {
  if (pasted.length > MAX_PASTED) throw new Refusal('input_invalid')
  try {
    return await formsOf(pasted, renderer, signal)
  } catch (error) {
    if (error instanceof RenderFault && error.code === 'too_heavy') {
      throw new Refusal('input_invalid', { cause: error })
    }
    throw error
  }
}

/** A signature in both its forms. Throws Refusal('input_invalid') for a picture without words: plain text has none. */
async function formsOf(pasted: string, renderer: Renderer, signal: AbortSignal) {
  const html = await renderer.markupOf(pasted, signal)
  const text = (await renderer.textOf(html, signal)).trim()
  if (text !== '') return { html, text }
  if (html.includes('<img')) throw new Refusal('input_invalid')
  return { html: '', text: '' }
}

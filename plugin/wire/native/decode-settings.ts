import { z } from 'zod'
import type { PasswordInput } from '../../actions/contract/action.ts'
import type { IdentityInput } from '../../actions/settings/settings.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { Refusal } from '../../http/refusal.ts'
import type { FieldChange } from '../../settings/field-merge.ts'
import { identityFields } from '../../settings/identity.ts'
import type { EndedSessions } from '../../settings/own-session.ts'
import { preferencesSchema } from '../../settings/preferences.ts'
import { templateFields } from '../../settings/template.ts'
import { isOn } from '../fields.ts'

/** A formatted signature as it was seen, and as it was pasted. */
const MAX_CHANGES_CHARS = 150_000
const ID = /^[a-z0-9-]{1,64}$/
const SESSION = /^[0-9a-f]{12}$/

/** The keys that an owner chose are one field, and so are the senders they trust. */
const texts = z.record(z.string().max(64), z.string().max(64))
const value = z.union([z.string(), z.number(), z.boolean(), z.null(), texts, z.array(z.string())])
const change = z.strictObject({ name: z.string(), seen: value, wanted: value })

/** Reads `_changes`: fields of the preferences as they were seen and as they are wanted. */
export function preferenceChanges(parameters: Parameters): readonly FieldChange[] {
  return changesOf(parameters, '_changes', Object.keys(preferencesSchema.shape))
}

/** Reads `_identity`, `_new` and `_fields`: fields of the identity as they were seen and as they are wanted. */
export function identityInput(parameters: Parameters): IdentityInput {
  return {
    ...identityId(parameters),
    isNew: isOn(parameters, '_new'),
    changes: changesOf(parameters, '_fields', Object.keys(identityFields.shape)),
  }
}

/** Reads `_identity`. */
export function identityId(parameters: Parameters): { readonly id: string } {
  return idOf(parameters, '_identity')
}

/** Reads `_template`, `_new` and `_fields`, as of an identity. */
export function templateInput(parameters: Parameters): IdentityInput {
  return {
    ...templateId(parameters),
    isNew: isOn(parameters, '_new'),
    changes: changesOf(parameters, '_fields', Object.keys(templateFields.shape)),
  }
}

/** Reads `_template`. */
export function templateId(parameters: Parameters): { readonly id: string } {
  return idOf(parameters, '_template')
}

/** Reads `_session`: the name of one, `others` or `all`. */
export function endedSessions(parameters: Parameters): EndedSessions {
  const text = parameters.get('_session') ?? ''
  if (text === 'others' || text === 'all') return { kind: text }
  if (!SESSION.test(text)) throw new Refusal('input_invalid')
  return { kind: 'one', id: text }
}

/** As many as a sign-in takes. */
const MAX_PASSWORD_CHARS = 1_024

/** Reads `_present` and `_wanted`, each of one line: they are handed on by lines. */
export function passwordInput(parameters: Parameters): PasswordInput {
  return {
    present: passwordIn(parameters, '_present'),
    wanted: passwordIn(parameters, '_wanted'),
  }
}

/** Reads `_present`. */
export function presentPassword(parameters: Parameters): { readonly present: string } {
  return { present: passwordIn(parameters, '_present') }
}

/** Reads `_ticket` and `_code`. */
export function factorProof(parameters: Parameters): {
  readonly ticket: string
  readonly code: string
} {
  return { ticket: ticketIn(parameters), code: codeIn(parameters) }
}

function ticketIn(parameters: Parameters): string {
  const ticket = parameters.get('_ticket') ?? ''
  if (!/^[A-Za-z0-9+/=]{1,2000}$/.test(ticket)) throw new Refusal('input_invalid')
  return ticket
}

/** Reads `_ticket`, `_response` (JSON of the browser) and `_name`. */
export function addedPasskey(parameters: Parameters): {
  readonly ticket: string
  readonly response: string
  readonly name: string
} {
  const response = parameters.get('_response') ?? ''
  const name = (parameters.get('_name') ?? '').trim()
  if (response.length > MAX_RESPONSE_CHARS) throw new Refusal('input_invalid')
  if (!/^[^\p{Cc}]{1,64}$/u.test(name)) throw new Refusal('input_invalid')
  return { ticket: ticketIn(parameters), response, name }
}

/** Reads `_present` and `_passkey`. */
export function namedPasskey(parameters: Parameters): {
  readonly present: string
  readonly id: string
} {
  const id = parameters.get('_passkey') ?? ''
  if (!/^[0-9a-f]{64}$/.test(id)) throw new Refusal('input_invalid')
  return { ...presentPassword(parameters), id }
}

/** An attestation is asked for by nobody; without one it is less than 2 kB. */
const MAX_RESPONSE_CHARS = 16_384

/** Reads `_present` and `_code`. */
export function factorEnd(parameters: Parameters): {
  readonly present: string
  readonly code: string
} {
  return { ...presentPassword(parameters), code: codeIn(parameters) }
}

function codeIn(parameters: Parameters): string {
  const code = parameters.get('_code') ?? ''
  if (!/^[A-Za-z0-9 -]{1,64}$/.test(code)) throw new Refusal('input_invalid')
  return code
}

function passwordIn(parameters: Parameters, parameter: '_present' | '_wanted'): string {
  const text = parameters.get(parameter) ?? ''
  if (text === '' || text.length > MAX_PASSWORD_CHARS || /\p{Cc}/u.test(text)) {
    throw new Refusal('input_invalid')
  }
  return text
}

function idOf(
  parameters: Parameters,
  parameter: '_identity' | '_template',
): { readonly id: string } {
  const id = parameters.get(parameter) ?? ''
  if (!ID.test(id)) throw new Refusal('input_invalid')
  return { id }
}

/** Reads the identity that a message is written as; undefined where the request names none. */
export function optionalIdentity(parameters: Parameters): string | undefined {
  return (parameters.get('_identity') ?? '') === '' ? undefined : identityId(parameters).id
}

function changesOf(
  parameters: Parameters,
  parameter: '_changes' | '_fields',
  names: readonly string[],
): readonly FieldChange[] {
  const text = parameters.get(parameter) ?? ''
  const read = z.array(change).min(1).safeParse(parseJson(text))
  if (!read.success || !read.data.every(({ name }) => names.includes(name))) {
    throw new Refusal('input_invalid')
  }
  return read.data
}

function parseJson(text: string): unknown {
  if (text.length > MAX_CHANGES_CHARS) throw new Refusal('input_invalid')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Refusal('input_invalid', { cause })
  }
}

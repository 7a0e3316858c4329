import { z } from 'zod'
import { PersonalRefused } from '../../../store/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { identityFields } from '../../settings/identity.ts'
import type { SettingsSave } from '../../settings/owner-settings.ts'
import { preferencesSchema } from '../../settings/preferences.ts'
import type { SettingsContext } from '../contract/contexts.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import { idInput, nothing } from '../contract/input.ts'
import { conflicts, count } from '../contract/output.ts'
import { changesOf } from './changes.ts'
import { withSanitizedSignature } from './formatted-signature.ts'

const settingsOutput = z.strictObject({
  kind: z.literal('settings'),
  preferences: z.strictObject(preferencesSchema.shape),
  identities: z.array(z.strictObject({ id: z.string(), version: count, ...identityFields.shape })),
  senders: z.strictObject({
    addresses: z.array(z.string()).describe('What the owner may write as, their own first'),
    isAnyAllowed: z.boolean().describe('The mail server decides'),
  }),
  passwordMinLength: count
    .nullable()
    .describe('Characters of a new password at least; null: it cannot be changed here'),
  revision: count.describe('Grows with every change of settings, identities and templates'),
  hasSecondFactor: z
    .boolean()
    .nullable()
    .describe('The sign-in asks for a code; null: it never does here'),
  isSecondFactorRequired: z
    .boolean()
    .describe('Nobody signs in without one: turning it off ends all sessions of the owner'),
  isSignedInByPanel: z
    .boolean()
    .describe('The panel signed in and does so again by itself, whatever sessions end'),
  conflicts,
})

export const settings = defineAction({
  name: 'settings',
  method: 'GET',
  about: 'what the owner has set, and the addresses they may write as',
  context: 'settings',
  input: nothing,
  output: settingsOutput,
  run: (_input, context) => settingsNow(context, []),
})

export const saveSettings = defineAction({
  name: 'save-settings',
  method: 'POST',
  about: 'changes fields of the preferences, unless somebody else set them to something else',
  context: 'settings',
  input: z.strictObject({ changes: changesOf(preferencesSchema.keyof().options) }),
  output: settingsOutput,
  run: ({ changes }, context) => respondSave(context.settings.savePreferences(changes), context),
})

/** Throws Refusal('address_not_allowed'). */
export const saveIdentity = defineAction({
  name: 'save-identity',
  method: 'POST',
  about: 'makes or changes an identity',
  context: 'settings',
  input: z.strictObject({
    id: idInput.describe('Made by the page'),
    isNew: z.boolean(),
    changes: changesOf(identityFields.keyof().options),
  }),
  output: settingsOutput,
  async run({ id, isNew, changes }, context) {
    const address = changes.find(({ name }) => name === 'address')?.wanted
    if (typeof address === 'string' && !mayWriteAs(address, context)) {
      throw new Refusal('address_not_allowed', { about: address })
    }
    const sanitized = await withSanitizedSignature(changes, context)
    return respondSave(context.settings.saveIdentity(id, sanitized, isNew), context)
  },
})

export const deleteIdentity = defineAction({
  name: 'delete-identity',
  method: 'POST',
  about: 'deletes an identity; one that is gone already is as good',
  context: 'settings',
  input: z.strictObject({ id: idInput }),
  output: settingsOutput,
  async run({ id }, context) {
    await context.settings.removeIdentity(id)
    return settingsNow(context, [])
  },
})

/** Whether the owner may write as the address, now: what was allowed once may be rolled back. */
export function mayWriteAs(
  address: string,
  { senders }: Pick<SettingsContext, 'senders'>,
): boolean {
  const wanted = address.toLowerCase()
  return senders.isAnyAllowed || senders.addresses.some((own) => own.toLowerCase() === wanted)
}

async function respondSave(
  saving: Promise<SettingsSave>,
  context: SettingsContext,
): Promise<ResultOf<typeof settingsOutput>> {
  return settingsNow(context, await outcomeOf(saving, 'identity_gone'))
}

/** The fields in conflict after a save, none where it was made. Throws Refusal, `deleted` for what was removed meanwhile. */
export async function outcomeOf(
  saving: Promise<SettingsSave>,
  deleted: 'identity_gone' | 'template_gone',
): Promise<readonly string[]> {
  const saved = await saving.catch((error: unknown) => {
    if (error instanceof PersonalRefused) throw new Refusal('settings_full', { cause: error })
    throw error
  })
  switch (saved.kind) {
    case 'invalid':
      throw new Refusal('input_invalid')
    case 'gone':
      throw new Refusal(deleted)
    case 'conflict':
      return saved.fields
    case 'saved':
      return []
  }
}

async function settingsNow(
  { settings: store, senders, ownPassword, secondFactor, isSignedInByPanel }: SettingsContext,
  contrary: readonly string[],
): Promise<ResultOf<typeof settingsOutput>> {
  const passwordMinLength = ownPassword?.minLength ?? null
  const [stored, hasSecondFactor] = await Promise.all([store.read(), secondFactor?.isOn()])
  return {
    kind: 'settings',
    ...stored,
    senders,
    passwordMinLength,
    hasSecondFactor: hasSecondFactor ?? null,
    isSecondFactorRequired: secondFactor?.isRequired === true,
    isSignedInByPanel,
    conflicts: contrary,
  }
}

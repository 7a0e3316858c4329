import { PersonalRefused } from '../../../store/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { FieldChange } from '../../settings/field-merge.ts'
import type { SettingsSave } from '../../settings/owner-settings.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import type { SettingsResult } from '../result/result.ts'
import { withSanitizedSignature } from './formatted-signature.ts'

/** What somebody changes of an identity, or of a template. */
export interface IdentityInput {
  /** Made by the page. */
  readonly id: string
  readonly isNew: boolean
  readonly changes: readonly FieldChange[]
}

/** mail/settings: what the owner has set, and the addresses they may write as. */
export const settings: Action<undefined> = {
  method: 'GET',
  run: (_input, context) => settingsNow(context, []),
}

/** mail/save-settings: changes fields of the preferences, unless somebody else set them to something else. */
export const saveSettings: Action<readonly FieldChange[]> = {
  method: 'POST',
  run: (changes, context) => answerSave(context.settings.savePreferences(changes), context),
}

/** mail/save-identity: makes or changes an identity. Throws Refusal('address_not_allowed'). */
export const saveIdentity: Action<IdentityInput> = {
  method: 'POST',
  async run({ id, isNew, changes }, context) {
    const address = changes.find(({ name }) => name === 'address')?.wanted
    if (typeof address === 'string' && !mayWriteAs(address, context)) {
      throw new Refusal('address_not_allowed', { about: address })
    }
    const sanitized = await withSanitizedSignature(changes, context)
    return answerSave(context.settings.saveIdentity(id, sanitized, isNew), context)
  },
}

/** mail/delete-identity: removes an identity; one that is gone already is as good. */
export const deleteIdentity: Action<{ readonly id: string }> = {
  method: 'POST',
  async run({ id }, context) {
    await context.settings.removeIdentity(id)
    return settingsNow(context, [])
  },
}

/** Whether the owner may write as the address, now: what was allowed once may be taken back. */
export function mayWriteAs(address: string, { senders }: Pick<ActionContext, 'senders'>): boolean {
  const wanted = address.toLowerCase()
  return senders.isAnyAllowed || senders.addresses.some((own) => own.toLowerCase() === wanted)
}

async function answerSave(
  saving: Promise<SettingsSave>,
  context: ActionContext,
): Promise<SettingsResult> {
  return settingsNow(context, await outcomeOf(saving, 'identity_gone'))
}

/** The fields in conflict after a save, none where it was made. Throws Refusal, `gone` for what was removed meanwhile. */
export async function outcomeOf(
  saving: Promise<SettingsSave>,
  gone: 'identity_gone' | 'template_gone',
): Promise<readonly string[]> {
  const saved = await saving.catch((error: unknown) => {
    if (error instanceof PersonalRefused) throw new Refusal('settings_full', { cause: error })
    throw error
  })
  switch (saved.kind) {
    case 'invalid':
      throw new Refusal('input_invalid')
    case 'gone':
      throw new Refusal(gone)
    case 'conflict':
      return saved.fields
    case 'saved':
      return []
  }
}

async function settingsNow(
  { settings: store, senders, ownPassword, secondFactor, isSignedInByPanel }: ActionContext,
  conflicts: readonly string[],
): Promise<SettingsResult> {
  const passwordMinLength = ownPassword?.minLength
  const [kept, hasSecondFactor] = await Promise.all([store.read(), secondFactor?.isOn()])
  return {
    kind: 'settings',
    ...kept,
    senders,
    passwordMinLength,
    hasSecondFactor,
    isSecondFactorRequired: secondFactor?.isRequired === true,
    isSignedInByPanel,
    conflicts,
  }
}

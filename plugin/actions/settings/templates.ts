import type { Action, ActionContext } from '../contract/action.ts'
import type { TemplatesResult } from '../result/result.ts'
import { outcomeOf, type IdentityInput } from './settings.ts'

/** mail/templates: the saved replies of the owner, by name. */
export const templates: Action<undefined> = {
  method: 'GET',
  run: (_input, context) => templatesNow(context, []),
}

/** mail/save-template: makes or changes a template. */
export const saveTemplate: Action<IdentityInput> = {
  method: 'POST',
  async run({ id, isNew, changes }, context) {
    const saving = context.settings.saveTemplate(id, changes, isNew)
    return templatesNow(context, await outcomeOf(saving, 'template_gone'))
  },
}

/** mail/delete-template: removes a template; one that is gone already is as good. */
export const deleteTemplate: Action<{ readonly id: string }> = {
  method: 'POST',
  async run({ id }, context) {
    await context.settings.removeTemplate(id)
    return templatesNow(context, [])
  },
}

async function templatesNow(
  { settings }: ActionContext,
  conflicts: readonly string[],
): Promise<TemplatesResult> {
  return { kind: 'templates', templates: await settings.templates(), conflicts }
}

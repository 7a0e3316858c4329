import { z } from 'zod'
import { templateFields } from '../../settings/template.ts'
import type { SettingsContext } from '../contract/contexts.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import { idInput, nothing } from '../contract/input.ts'
import { conflicts, count } from '../contract/output.ts'
import { changesOf } from './changes.ts'
import { outcomeOf } from './settings.ts'

const output = z.strictObject({
  kind: z.literal('templates'),
  templates: z.array(z.strictObject({ id: z.string(), version: count, ...templateFields.shape })),
  conflicts,
})

export const templates = defineAction({
  name: 'templates',
  method: 'GET',
  about: 'the saved replies of the owner, by name',
  context: 'settings',
  input: nothing,
  output,
  run: (_input, context) => templatesNow(context, []),
})

export const saveTemplate = defineAction({
  name: 'save-template',
  method: 'POST',
  about: 'makes or changes a template',
  context: 'settings',
  input: z.strictObject({
    id: idInput.describe('Made by the page'),
    isNew: z.boolean(),
    changes: changesOf(templateFields.keyof().options),
  }),
  output,
  async run({ id, isNew, changes }, context) {
    const saving = context.settings.saveTemplate(id, changes, isNew)
    return templatesNow(context, await outcomeOf(saving, 'template_gone'))
  },
})

export const deleteTemplate = defineAction({
  name: 'delete-template',
  method: 'POST',
  about: 'deletes a template; one that is gone already is as good',
  context: 'settings',
  input: z.strictObject({ id: idInput }),
  output,
  async run({ id }, context) {
    await context.settings.removeTemplate(id)
    return templatesNow(context, [])
  },
})

async function templatesNow(
  { settings }: SettingsContext,
  contrary: readonly string[],
): Promise<ResultOf<typeof output>> {
  return { kind: 'templates', templates: await settings.templates(), conflicts: contrary }
}

import type { DocumentOwner, RoundcubeResponse } from '../../store/index.ts'
import type { SettingsStore } from '../settings/owner-settings.ts'
import { emptyTemplate, isTemplate, templateFields, type Template } from '../settings/template.ts'
import { entryName, migrationProblem, type MigrationProblem } from './run/report.ts'
import { documentId, oneLine } from './run/source-entry.ts'

/** A saved reply as it is kept here. */
interface MigratedTemplate {
  readonly id: string
  readonly fields: Omit<Template, 'id' | 'version'>
}

/** Where saved replies stand in Roundcube: ids of the two places have nothing to do with each other. */
export type ResponsePosition = 'table' | 'preference'

/** The template of a saved reply, or undefined where it cannot be one; `problems` gets what is left out. */
export async function templateOf(
  row: RoundcubeResponse,
  {
    place: location,
    textOf,
  }: { readonly place: ResponsePosition; readonly textOf: (html: string) => Promise<string> },
  problems: MigrationProblem[],
): Promise<MigratedTemplate | undefined> {
  const report = (code: string): void => {
    problems.push(migrationProblem('response', entryName(row.id, row.name), code))
  }
  const fields = { name: oneLine(row.name), text: row.text.replace(/\r\n?/g, '\n') }
  if (row.isHtml) {
    try {
      fields.text = (await textOf(row.text)).trim()
      report('response_as_text')
    } catch {
      // Too large or too deep for the renderer.
      report('response_left_out')
      return undefined
    }
  }
  if (!isTemplate(fields)) {
    report('response_left_out')
    return undefined
  }
  return { id: idOf(row, location), fields: templateFields.parse(fields) }
}

/** In the preference an entry has no number of its own: what it says is what names it. */
function idOf({ id, name, text }: RoundcubeResponse, position: ResponsePosition): string {
  return position === 'table'
    ? documentId('response', id)
    : documentId('response of preference', JSON.stringify([name, text]))
}

/** Whether it was added: one that says the same stays as it is. Throws StoreUnavailable and PersonalRefused. */
export async function addTemplate(
  settings: SettingsStore,
  owner: DocumentOwner,
  { id, fields }: MigratedTemplate,
): Promise<boolean> {
  const { name, text } = fields
  const isThere = (await settings.templates(owner)).some(
    (stored) => stored.id === id || (stored.name === name && stored.text === text),
  )
  if (isThere) return false
  const changes = [
    { name: 'name', seen: emptyTemplate.name, wanted: name },
    { name: 'text', seen: emptyTemplate.text, wanted: text },
  ]
  await settings.saveTemplate(owner, id, changes, true)
  return true
}

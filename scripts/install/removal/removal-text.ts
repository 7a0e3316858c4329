import type { UndoStep } from '../record/undo.ts'
import { pathsOf, type OwnTree } from '../own/own-tree.ts'
import type { DatabaseFate } from './database-fate.ts'
import type { Survey } from './survey.ts'

/** One directory of Postern's as a line of the report. */
export function treeText(tree: OwnTree): string {
  const count = pathsOf(tree).filter(({ type }) => type !== 'directory').length
  return `remove what Postern made in ${tree.path} (files: ${count})`
}

/** One step back as a line of the report. */
export function undoText(undo: UndoStep): string {
  switch (undo.kind) {
    case 'remove-file':
    case 'remove-link':
      return `remove ${undo.path}`
    case 'remove-directory':
      return `remove ${undo.path} if it is empty`
    case 'remove-tree':
      return `remove what Postern made in ${undo.path}`
    case 'restore-file':
    case 'restore-tree':
      return `put back ${undo.path}`
    case 'restore-link':
      return `point ${undo.path} back to ${undo.target}`
    case 'remove-line':
      return `remove the line "${undo.line}" from ${undo.path}`
    case 'restore-lines':
      return `take the lines of Postern out of ${undo.path}`
    case 'remove-user':
      return `remove the user ${undo.name}`
    case 'run':
      return `run ${undo.command.join(' ')}`
  }
}

/** What happens to a database that stays, as lines: its own tables go with data that are destroyed. */
export function tablesText({ databases }: Survey): readonly string[] {
  return databases.flatMap((database) => {
    if (database.kind !== 'stays' || (database.tables ?? []).length === 0) return []
    return [`remove the tables of Postern from ${database.name}: ${database.tables?.join(', ')}`]
  })
}

/** The databases among what stays, as lines of the report. */
export function databasesText({ databases }: Survey, isArchived: boolean): readonly string[] {
  return databases.flatMap((database) =>
    database.kind === 'stays' ? [databaseText(database, isArchived)] : [],
  )
}

function databaseText(
  { name, why, target }: Extract<DatabaseFate, { readonly kind: 'stays' }>,
  isArchived: boolean,
): string {
  const command =
    'scripts/postern database remove-tables --config FILE --yes, of an unpacked package and with the configuration'
  const tables = isArchived
    ? `; its tables of Postern stay as well, to be dropped by ${command}`
    : ''
  return `${name}, ${target.isFormer ? 'an earlier' : 'the'} database: ${why}${tables}`
}

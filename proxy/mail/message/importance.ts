import { fieldValues } from '../mime/header/header-field.ts'
import { IMPORTANCE_FIELD } from '../model/priority.ts'

/** The priority that the importance in a header stands for; undefined: there is none, or the normal one. */
export function priorityOfImportance(header: string): number | undefined {
  const [importance = ''] = fieldValues(header, IMPORTANCE_FIELD)
  switch (importance.trim().toLowerCase()) {
    case 'high':
      return 2
    case 'low':
      return 4
    default:
      return undefined
  }
}

import type { PhpValue, RoundcubeResponse } from '../../../store/index.ts'
import type { RoundcubePreferences } from './preferences.ts'

/** Where Roundcube kept saved replies before 1.6. */
export const RESPONSES_PREFERENCE = 'compose_responses'

/** The saved replies among the preferences. */
export function responsesIn(preferences: RoundcubePreferences): readonly RoundcubeResponse[] {
  const stored = preferences.get(RESPONSES_PREFERENCE)
  if (stored === undefined || stored === null || typeof stored !== 'object') return []
  return Object.values(stored).flatMap((entry: PhpValue, index): RoundcubeResponse[] => {
    if (entry === null || typeof entry !== 'object') return []
    const fields = new Map(Object.entries(entry))
    const [name, text] = [fields.get('name'), fields.get('text')]
    if (typeof name !== 'string' || typeof text !== 'string') return []
    return [{ id: index + 1, name, text, isHtml: fields.get('format') === 'html' }]
  })
}

/** As X-Priority counts it: 1 is the highest, 3 what a message without the field has, 5 the lowest. */
export const NORMAL_PRIORITY = 3

/** What other programs write in place of X-Priority, or beside it (RFC 2156 5.3.6). */
export const IMPORTANCE_FIELD = 'Importance'

const NAMES = ['Highest', 'High', 'Normal', 'Low', 'Lowest']

/** The fields that tell a priority, as Roundcube and Thunderbird write them; none for the normal one. */
export function priorityFields(priority: number): Readonly<Record<string, string>> {
  const name = NAMES[priority - 1]
  if (name === undefined || priority === NORMAL_PRIORITY) return {}
  return {
    'X-Priority': `${priority} (${name})`,
    [IMPORTANCE_FIELD]: priority < NORMAL_PRIORITY ? 'high' : 'low',
  }
}

import type { FilterEntry } from '../../../plugin/web/state/filters/rules.ts'

/** A filter that has nothing to do with what the page of another one looks for. */
export const shops: FilterEntry = {
  kind: 'rule',
  place: 0,
  rule: {
    name: 'Shops',
    isEnabled: true,
    match: 'every',
    conditions: [],
    actions: [{ kind: 'markRead' }],
  },
}

import { createOwnFilters } from '../../state/filters/own-filters.ts'
import { today } from '../../state/filters/days.ts'
import { keepFiltersCurrent } from '../../state/filters/keep-current.ts'
import type { App } from '../app.ts'
import { oncePerApp } from './once-per-app.ts'

/** The filters of the page, for all its later views. */
export const filtersOf = oncePerApp((app) => {
  const { http, connection } = app
  const changedElsewhere = () => app.laterText.filters.changedElsewhere
  return createOwnFilters({ http, connection, changedElsewhere })
})

/** Reads the filters, and does what the mail server can not do by itself. */
export function keepCurrent(app: App): Promise<void> {
  const { notices, laterText } = app
  return keepFiltersCurrent(filtersOf(app), { notices, texts: laterText.filters, today: today() })
}

/** The contacts are written anew where a filter looks at them. */
export async function contactsChanged(app: App): Promise<void> {
  const contacts = filtersOf(app).filters.peek()?.contacts ?? null
  if (contacts !== null) await keepCurrent(app)
}

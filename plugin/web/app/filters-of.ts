import { createOwnFilters, type OwnFilters } from '../state/filters/own-filters.ts'
import type { App } from './app.ts'

const made = new WeakMap<App, OwnFilters>()

/** The filters of the page, for all its later views: made when the first one needs them, so that the first load has none of it. */
export function filtersOf(app: App): OwnFilters {
  const { http, connection } = app
  const changedElsewhere = () => app.laterText.filters.changedElsewhere
  const filters = made.get(app) ?? createOwnFilters({ http, connection, changedElsewhere })
  made.set(app, filters)
  return filters
}

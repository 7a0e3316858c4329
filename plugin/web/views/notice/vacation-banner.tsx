import { useEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { contactsChanged, filtersOf, keepCurrent } from '../../app/later/filters-of.ts'
import { whenIdle } from '../../browser/when-idle.ts'
import { today } from '../../state/filters/days.ts'
import { isVacationOn, withoutVacation } from '../../state/filters/vacation-rule.ts'
import { Icon } from '../icon/icon.tsx'

/** Contacts are changed one after the other: the filters about them are written once. */
const QUIET_MS = 2_000

/** Says that the vacation responder is on, and turns it off. */
export function VacationBanner() {
  const app = useApp()
  const { env, laterText, dialogs, notices, contactChanges } = app
  const filters = filtersOf(app)
  useEffect(() => {
    if (env.hasFilters === true) whenIdle(window, () => void keepCurrent(app))
  }, [])
  const changes = contactChanges.value
  useEffect(() => {
    const timer = setTimeout(() => void contactsChanged(app), QUIET_MS)
    return () => clearTimeout(timer)
  }, [changes])
  const entries = filters.filters.value?.entries ?? []
  if (filters.filters.value?.isActive !== true || !isVacationOn(entries, today())) return null
  const texts = laterText.filters

  return (
    <div class="banner">
      <Icon name="clock" />
      <span role="status">{texts.vacationActive}</span>
      <button
        type="button"
        class="button small"
        onClick={() => {
          void filters.saveEntries(withoutVacation(entries)).then((isSaved) => {
            if (isSaved) notices.say(texts.vacationOff)
            else notices.fail(filters.problem.peek()?.message ?? texts.notRead)
          })
        }}
      >
        {texts.turnOff}
      </button>
      <button
        type="button"
        class="button small"
        onClick={() => dialogs.show('settings', 'vacation')}
      >
        {texts.vacationSettings}
      </button>
    </div>
  )
}

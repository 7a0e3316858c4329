import { useEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { filtersOf } from '../../app/filters-of.ts'
import { whenIdle } from '../../browser/when-idle.ts'
import { findVacation, isVacationOn } from '../../state/filters/special-rules.ts'
import { today } from '../../state/filters/days.ts'
import { Icon } from '../icon/icon.tsx'

/** Says that the vacation responder is on, and turns it off. */
export function VacationBanner() {
  const app = useApp()
  const { env, laterText, dialogs, notices } = app
  const filters = filtersOf(app)
  useEffect(() => {
    if (env.hasFilters === true) whenIdle(window, () => void filters.load())
  }, [])
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
          const rule = findVacation(entries)
          const off = entries.map((entry) =>
            entry === rule ? { ...rule, rule: { ...rule.rule, isEnabled: false } } : entry,
          )
          void filters.saveEntries(off).then((isSaved) => {
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

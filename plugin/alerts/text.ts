import type { Alert } from './alert-state.ts'

/** What it is about, in one line. */
export function headline(alerts: readonly Alert[], instance: string): string {
  const count = (wanted: Alert['state']) => alerts.filter(({ state }) => state === wanted).length
  const parts = [
    [count('new'), 'new'],
    [count('cleared'), 'cleared'],
  ] as const
  const listedIssues = parts.flatMap(([number, what]) =>
    number === 0 ? [] : [`${number} ${what}`],
  )
  return `Postern at ${instance}: ${listedIssues.join(', ')}`
}

/** One alert for users. */
export function alertText({ state, severity, id, seen, advice }: Alert): string {
  const head = `${state === 'new' ? severity.toUpperCase() : 'cleared'}: ${seen} (${id})`
  return state === 'cleared' || advice === undefined ? head : `${head}\n  ${advice}`
}

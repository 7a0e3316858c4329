/** The relative address of an action of the native wire; `input` is left out where there is none. */
export function actionAddress(action: string, input: unknown): string {
  const json = JSON.stringify(input)
  const query = new URLSearchParams({ _task: 'mail', _action: action })
  if (json !== '{}') query.set('_input', json)
  return `?${query.toString()}`
}

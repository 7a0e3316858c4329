/** What names a dialog in the fragment of the page's address. */
export const DIALOG_PARAMETER = '_layer'

/** The relative address of the page with one of its dialogs open. */
export function dialogAddress(dialog: string): string {
  const fragment = new URLSearchParams({ [DIALOG_PARAMETER]: dialog })
  return `./index.php?_task=mail#${fragment.toString()}`
}

/** The relative address of an action of the native wire; `input` is left out where there is none. */
export function actionAddress(action: string, input: unknown): string {
  const json = JSON.stringify(input)
  const query = new URLSearchParams({ _task: 'mail', _action: action })
  if (json !== '{}') query.set('_input', json)
  return `?${query.toString()}`
}

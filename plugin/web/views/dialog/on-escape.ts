/** Lets Escape leave a part of a dialog, and not the dialog. */
export function onEscape(leave: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    leave()
  }
}

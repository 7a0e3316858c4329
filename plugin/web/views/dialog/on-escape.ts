/** Lets Escape leave a part of a dialog, and not the dialog; where a part within that one took it, nothing more is left. */
export function onEscape(leave: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    leave()
  }
}

/** Handles the plain click of a link in this page; with Ctrl, Shift or Command the browser opens it elsewhere. */
export function stayInPage(open: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
}

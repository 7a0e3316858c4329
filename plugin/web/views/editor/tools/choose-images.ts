/** The dialog of the browser for images of this machine; called when the user presses something, or it does not open. */
export function chooseImages(onChoose: (files: readonly File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'image/*'
  input.multiple = true
  input.addEventListener('change', () => onChoose([...(input.files ?? [])]))
  input.click()
}

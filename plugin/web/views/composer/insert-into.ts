/** In the place of what is selected, as if it were typed, so that the browser can take it back. */
export function insertInto(field: HTMLTextAreaElement, texts: string): void {
  field.focus()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- browsers have no newer way that can be undone
  const isInserted = document.execCommand('insertText', false, texts)
  if (!isInserted) field.setRangeText(texts, field.selectionStart, field.selectionEnd, 'end')
}

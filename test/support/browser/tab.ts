/**
 * A tab of one of the browsers that the README names, with what every one of them can be asked to do: Playwright drives
 * no WebKit of Debian, and WebDriver has no locators. Elements are named by XPath; every call waits until there is one.
 */
export interface BrowserTab {
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** One entry of the history back. */
  back(): Promise<void>
  click(xpath: string): Promise<void>
  /** Types into a field that is empty. */
  type(xpath: string, text: string): Promise<void>
  /** Types into the document of a frame that is written in, once it can be. */
  typeInFrame(xpath: string, text: string): Promise<void>
  /** Presses a key where the focus is: a letter, or `Enter` or `Escape`. */
  press(key: string): Promise<void>
  /** Resolves once the element is visible. */
  see(xpath: string): Promise<void>
  /** How many such elements are visible now. */
  count(xpath: string): Promise<number>
  /** Resolves once no such element is there. */
  seeNone(xpath: string): Promise<void>
  /** The text of the document in a frame, once it has some. */
  textOfFrame(xpath: string): Promise<string>
  close(): Promise<void>
}

/** A browser of the tests. */
export interface TestedBrowser {
  readonly name: string
  openTab(): Promise<BrowserTab>
}

/** A button whose label or text starts with the words. */
export function button(text: string): string {
  return `//button[starts-with(@aria-label, "${text}") or starts-with(normalize-space(.), "${text}")]`
}

/** A link whose text starts with the words. */
export function link(texts: string): string {
  return `//a[starts-with(normalize-space(.), "${texts}")]`
}

/** The row of a message in the list. */
export function row(text: string): string {
  return `//*[@role="row" and contains(@aria-label, "${text}")]`
}

/** A field by the text of its label. */
export function field(label: string): string {
  return `//*[@aria-label="${label}" or @id=//label[normalize-space(.)="${label}"]/@for]`
}

/** An element whose own text starts with the words. */
export function text(texts: string): string {
  return `//*[text()[starts-with(normalize-space(.), "${texts}")]]`
}

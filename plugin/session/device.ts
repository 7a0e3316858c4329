/** Browser and system that a user signed in with, by their usual names; empty where they are unknown. */
export interface Device {
  readonly browser: string
  readonly system: string
}

/** Names in the order they are looked for: browsers name those before them as well (RFC 9110 10.1.5). */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:\w*Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+.* Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** More than browsers send; what follows is not looked at. */
const MAX_CHARS = 500

/** Browser and system of a User-Agent header. It is only what the client says of itself. */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, MAX_CHARS)
  return { browser: nameIn(text, BROWSERS), system: nameIn(text, SYSTEMS) }
}

function nameIn(text: string, names: readonly (readonly [RegExp, string])[]): string {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? ''
}

import { darkAccentOf, paletteOf, type Palette } from '../config/branding/palette.ts'
import type { BrandSettings } from '../config/sections/branding.ts'

/**
 * The style sheet of a brand, to be loaded after that of the page, whose custom properties it sets again; `logo` is the name of
 * a file beside it. Undefined where the brand has neither colour nor logo. Nothing of the configuration is in it as it
 * was written.
 */
export function brandStyle(
  { accent, accentDark }: BrandSettings['colors'],
  logo: string | undefined,
): string | undefined {
  const dark = accentDark ?? (accent === null ? null : darkAccentOf(accent))
  const rules = [
    accent === null ? '' : rule(':root', paletteOf(accent, 'light')),
    dark === null ? '' : darkRules(paletteOf(dark, 'dark')),
    logo === undefined ? '' : logoRules(logo),
  ].join('')
  return rules === '' ? undefined : rules
}

/** The same conditions as in plugin/web/styles/tokens.css: by the system, and by choice. */
function darkRules(palette: Palette): string {
  const bySystem = rule(":root:not([data-color-scheme='light'])", palette)
  const byChoice = rule(":root[data-color-scheme='dark']", palette)
  return `@media (prefers-color-scheme: dark) {\n${bySystem}}\n${byChoice}`
}

function rule(selector: string, palette: Palette): string {
  const properties = Object.entries(palette).map(([name, value]) => `  --${name}: ${value};\n`)
  return `${selector} {\n${properties.join('')}}\n`
}

/** In the place of ours, wherever that is drawn: the page needs no word of it, and nothing moves when it comes. */
function logoRules(logo: string): string {
  return (
    `.logo {\n  background: url(${logo}) center / contain no-repeat;\n}\n` +
    '.logo > * {\n  display: none;\n}\n' +
    // A word is wide: above the form there is room for it.
    '.plain-brand .logo {\n  width: min(240px, 100%);\n}\n'
  )
}
